#include <saddle/netlist/text/deck_tokens.hpp>

#include <string>

namespace saddle {

namespace {

// Names in messages and in hierarchical names stay readable.
constexpr std::size_t kLongestWord = 500;

bool separates(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v' || c == ',';
}

bool ends_word(char c) {
  return separates(c) || c == '(' || c == ')' || c == '{' || c == '}' || c == '=' || c == '\'';
}

}  // namespace

TokenReader::TokenReader(const SourceText& text, std::size_t begin, std::size_t end)
    : source_(&text), text_(text.text()), at_(begin), end_(end), missing_at_(begin), ahead_(scan()) {}

Token TokenReader::next() {
  const Token token = ahead_;
  if (token.is(Token::Kind::end)) return token;
  missing_at_ = token.end;
  ahead_ = scan();
  return token;
}

bool TokenReader::accept(Token::Kind kind) {
  if (!ahead_.is(kind)) return false;
  next();
  return true;
}

Token TokenReader::scan() {
  while (at_ < end_ && separates(text_[at_])) ++at_;
  const std::size_t begin = at_;
  if (begin == end_) return {Token::Kind::end, {}, end_, end_};
  const auto mark = [&](Token::Kind kind) {
    ++at_;
    return Token{kind, text_.substr(begin, 1), begin, at_};
  };
  switch (text_[begin]) {
    case '(':
      return mark(Token::Kind::open);
    case ')':
      return mark(Token::Kind::close);
    case '=':
      return mark(Token::Kind::equals);
    case '{':
      return scan_expression('}');
    case '\'':
      return scan_expression('\'');
    case '}':
      throw InputError(*source_, begin, "'}' without '{'");
    default:
      break;
  }
  while (at_ < end_ && !ends_word(text_[at_])) ++at_;
  if (at_ - begin > kLongestWord)
    throw InputError(*source_, begin,
                     "a word of " + std::to_string(at_ - begin) + " characters; the longest allowed has " +
                         std::to_string(kLongestWord));
  return {Token::Kind::word, text_.substr(begin, at_ - begin), begin, at_};
}

Token TokenReader::scan_expression(char closing) {
  const std::size_t begin = at_;
  const std::size_t close = text_.substr(0, end_).find(closing, begin + 1);
  if (close == std::string_view::npos)
    throw InputError(*source_, begin, std::string("'") + text_[begin] + "' is never closed");
  at_ = close + 1;
  return {Token::Kind::expression, text_.substr(begin + 1, close - begin - 1), begin, at_};
}

namespace {

// All tokens of the value that begins here: up to the next `name =` or the end of the line.
std::vector<Token> tokens_of_value(TokenReader& tokens) {
  std::vector<Token> value;
  while (!tokens.peek().is(Token::Kind::end)) {
    TokenReader further = tokens;
    const Token token = further.next();
    if (token.is(Token::Kind::word) && further.peek().is(Token::Kind::equals)) break;
    if (token.is(Token::Kind::equals)) break;
    value.push_back(token);
    tokens = further;
  }
  return value;
}

}  // namespace

std::vector<Assignment> read_assignments(const SourceText& text, TokenReader& tokens) {
  std::vector<Assignment> assignments;
  while (!tokens.peek().is(Token::Kind::end)) {
    const Token name = tokens.next();
    if (!name.is(Token::Kind::word))
      throw InputError(text, name.offset,
                       "expected a parameter name, found '" + std::string(name.shown()) + "'");
    if (!tokens.accept(Token::Kind::equals))
      throw InputError(text, name.end, "expected '=' after '" + std::string(name.text) + "'");
    const std::vector<Token> value = tokens_of_value(tokens);
    if (value.empty())
      throw InputError(text, tokens.missing_at(), "the value of '" + std::string(name.text) + "' is missing");
    const Token& first = value.front();
    if (value.size() == 1) {
      assignments.push_back({name, first});
    } else if (first.is(Token::Kind::expression)) {
      throw InputError(text, value[1].offset,
                       "expected 'name=value', found '" + std::string(value[1].shown()) + "'");
    } else {
      const std::string_view whole = text.text().substr(first.offset, value.back().end - first.offset);
      assignments.push_back({name, {Token::Kind::word, whole, first.offset, value.back().end}});
    }
  }
  return assignments;
}

}  // namespace saddle
