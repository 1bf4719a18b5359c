#include <saddle/netlist/text/expression_grammar.hpp>

#include <boost/fusion/include/adapt_struct.hpp>
#include <boost/spirit/home/x3.hpp>

#include <saddle/netlist/text/number.hpp>

BOOST_FUSION_ADAPT_STRUCT(saddle::syntax::Factor, signs, operand)
BOOST_FUSION_ADAPT_STRUCT(saddle::syntax::Power, base, exponents)
BOOST_FUSION_ADAPT_STRUCT(saddle::syntax::ProductStep, sign, power)
BOOST_FUSION_ADAPT_STRUCT(saddle::syntax::Product, first, rest)
BOOST_FUSION_ADAPT_STRUCT(saddle::syntax::SumStep, sign, product)
BOOST_FUSION_ADAPT_STRUCT(saddle::syntax::Sum, first, rest)

namespace saddle::syntax {

namespace {

namespace x3 = boost::spirit::x3;
using x3::char_;
using x3::lexeme;
using x3::lit;
using x3::raw;

struct NumeralParser : x3::parser<NumeralParser> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;

  template <typename Context, typename RuleContext, typename Attribute>
  bool parse(const char*& first, const char* const& last, const Context& context, RuleContext&,
             Attribute&) const {
    x3::skip_over(first, last, context);
    const std::size_t length = parse_numeral({first, static_cast<std::size_t>(last - first)}).length;
    first += length;
    return length > 0;
  }
};
const NumeralParser numeral;

const auto set_number = [](auto& context) {
  x3::_val(context).kind = Operand::Kind::number;
  x3::_val(context).text = x3::_attr(context);
};
const auto set_name = [](auto& context) {
  x3::_val(context).kind = Operand::Kind::name;
  x3::_val(context).text = x3::_attr(context);
};
const auto set_arguments = [](auto& context) {
  x3::_val(context).kind = Operand::Kind::call;
  x3::_val(context).arguments = x3::_attr(context);
};
const auto set_open = [](auto& context) {
  x3::_val(context).kind = Operand::Kind::group;
  x3::_val(context).text = x3::_attr(context);
};
const auto set_group = [](auto& context) {
  x3::_val(context).group = std::make_shared<Sum>(std::move(x3::_attr(context)));
};

// A rule's name is what a message says was expected in its place.
constexpr const char* kOperand = "an operand";
constexpr const char* kClose = "')'";

const x3::rule<struct SumRule, Sum> sum = kOperand;
const x3::rule<struct SumStepRule, SumStep> sum_step = kOperand;
const x3::rule<struct ProductRule, Product> product = kOperand;
const x3::rule<struct ProductStepRule, ProductStep> product_step = kOperand;
const x3::rule<struct PowerRule, Power> power = kOperand;
const x3::rule<struct ExponentRule, Factor> exponent = kOperand;
const x3::rule<struct FactorRule, Factor> factor = kOperand;
const x3::rule<struct OperandRule, Operand> operand = kOperand;
const x3::rule<struct BalancedRule> balanced = "balanced parentheses";
const x3::rule<struct CloseRule> close = kClose;

constexpr std::string_view kSpaces = " \t\n\r\f\v";
const auto space = char_(std::string(kSpaces));
const auto word = char_("a-zA-Z0-9_");
const auto number = raw[lexeme[numeral >> *word]];
const auto name = raw[lexeme[char_("a-zA-Z_") >> *(word | char_(".#:"))]];

const auto sum_def = product >> *sum_step;
const auto sum_step_def = raw[char_("+-")] > product;
const auto product_def = power >> *product_step;
const auto product_step_def = raw[char_("*/")] > power;
const auto power_def = factor >> *exponent;
const auto exponent_def = (lit("**") | '^') > factor;
const auto factor_def = *char_("+-") >> operand;
const auto arguments = raw[*(balanced | (char_ - char_("()")))];
const auto call = '(' >> arguments[set_arguments] > close;
const auto group = raw['('][set_open] > sum[set_group] > close;
const auto operand_def = number[set_number] | (name[set_name] >> -call) | group;
const auto balanced_def = '(' > *(balanced | (char_ - char_("()"))) > close;
const auto close_def = lit(')');

BOOST_SPIRIT_DEFINE(sum, sum_step, product, product_step, power, exponent, factor, operand, balanced, close)

}  // namespace

Parsed parse_syntax(std::string_view text) {
  Parsed parsed;
  const char* first = text.data();
  const char* const last = first + text.size();
  try {
    x3::phrase_parse(first, last, x3::eps > sum, space, parsed.sum, x3::skip_flag::dont_post_skip);
  } catch (const x3::expectation_failure<const char*>& failure) {
    first = failure.where();
    parsed.fault =
        failure.which() == kClose ? Parsed::Fault::close_expected : Parsed::Fault::operand_expected;
  }
  while (first != text.data() && kSpaces.find(first[-1]) != std::string_view::npos) --first;
  parsed.end = first;
  return parsed;
}

}  // namespace saddle::syntax
