#include <saddle/netlist/text/deck_sources.hpp>

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace saddle {

namespace {

constexpr double kRounding = 1e-9;  // of a sum of times that are written in decimals

struct Argument {
  double value;
  std::size_t offset;
};

class SourceReader {
 public:
  SourceReader(Deck& deck, const Instance& at, TokenReader& tokens, const std::string& title)
      : deck_(deck), at_(at), tokens_(tokens), title_(title) {}

  SourceWaveform read() {
    if (tokens_.peek().is(Token::Kind::end)) deck_.fail(tokens_.missing_at(), title_ + " has no value");
    while (!tokens_.peek().is(Token::Kind::end)) read_part();
    if (!waveform_) return SourceWaveform::dc(dc_.value_or(Argument{0, 0}).value);
    if (dc_ && dc_->value != waveform_->value(0))
      deck_.warnings.add(dc_->offset, fmt::format("{}: the DC value is not used, the source begins at {:g}",
                                                  title_, waveform_->value(0)));
    return std::move(*waveform_);
  }

 private:
  void read_part() {
    const Token first = tokens_.next();
    if (first.text == "dc" && !first.is(Token::Kind::expression)) {
      if (tokens_.peek().is(Token::Kind::end))
        deck_.fail(tokens_.missing_at(), title_ + ": the DC value is missing");
      set_dc(tokens_.next());
    } else if (first.text == "ac") {
      skip_small_signal(first);
    } else if (first.text == "pulse") {
      set_waveform(first, read_pulse(first));
    } else if (first.text == "sin") {
      set_waveform(first, read_sine(first));
    } else if (first.text == "pwl") {
      set_waveform(first, read_piecewise_linear(first));
    } else {
      refuse_other_shapes(first);
      set_dc(first);
    }
  }

  void set_dc(const Token& token) {
    if (dc_) deck_.fail(token.offset, fmt::format("{}: unexpected '{}'", title_, token.shown()));
    dc_ = Argument{deck_.values.number(token, *at_.parameters), token.offset};
  }

  void set_waveform(const Token& shape, SourceWaveform waveform) {
    if (waveform_) deck_.fail(shape.offset, title_ + " has two functions of time");
    waveform_ = std::move(waveform);
  }

  void skip_small_signal(const Token& ac) {
    for (int k = 0;
         k < 2 && (tokens_.peek().is(Token::Kind::word) || tokens_.peek().is(Token::Kind::expression)) &&
         !begins_part(tokens_.peek().text);
         ++k)
      deck_.values.number(tokens_.next(), *at_.parameters);
    deck_.warnings.add(ac.offset, title_ + ": the AC value is ignored");
  }

  static bool begins_part(std::string_view word) {
    return word == "dc" || word == "ac" || word == "pulse" || word == "sin" || word == "pwl";
  }

  void refuse_other_shapes(const Token& token) const {
    for (const std::string_view shape : {"exp", "sffm", "am", "trnoise", "trrandom", "external"})
      if (token.text == shape)
        deck_.fail(token.offset,
                   fmt::format("{}: '{}' is not supported, only PULSE, SIN and PWL", title_, shape));
  }

  std::vector<Argument> read_arguments(const Token& shape) {
    std::vector<Argument> arguments;
    const std::size_t open = tokens_.peek().offset;
    const bool bracketed = tokens_.accept(Token::Kind::open);
    while (tokens_.peek().is(Token::Kind::word) || tokens_.peek().is(Token::Kind::expression)) {
      if (!bracketed && begins_part(tokens_.peek().text)) break;
      const Token token = tokens_.next();
      if (tokens_.peek().is(Token::Kind::equals))
        deck_.fail(token.offset,
                   fmt::format("{}: '{}=' is not supported in {}", title_, token.text, shape.text));
      arguments.push_back({deck_.values.number(token, *at_.parameters), token.offset});
    }
    if (bracketed && !tokens_.accept(Token::Kind::close)) deck_.fail(open, "'(' is never closed");
    return arguments;
  }

  // Checks the count and returns the arguments with `most` places, those not given as 0.
  std::vector<Argument> read_arguments(const Token& shape, std::size_t least, std::size_t most) {
    std::vector<Argument> arguments = read_arguments(shape);
    if (arguments.size() < least)
      deck_.fail(shape.offset, fmt::format("{}: {} needs at least {} values, {} given", title_, shape.text,
                                           least, arguments.size()));
    if (arguments.size() > most)
      deck_.fail(arguments[most].offset,
                 fmt::format("{}: {} takes at most {} values", title_, shape.text, most));
    arguments.resize(most, {0, shape.offset});
    return arguments;
  }

  // SPICE's defaults come from the .tran card: a rise of one step, a width up to the stop time.
  const TransientCard& transient_card(const Token& shape, std::string_view why) const {
    if (!deck_.circuit.transient)
      deck_.fail(shape.offset,
                 fmt::format("{}: {} without a {} takes it from the .tran card, and there is none", title_,
                             shape.text, why));
    return *deck_.circuit.transient;
  }

  // PULSE(v1 v2 delay rise fall width period); 0 is as good as not given from `rise` on. Without a
  // period SPICE takes the stop time, so the pulse comes once in a run.
  SourceWaveform read_pulse(const Token& shape) {
    std::vector<Argument> a = read_arguments(shape, 2, 7);
    constexpr std::string_view names[] = {"rise time", "fall time", "width", "period"};
    for (std::size_t k = 3; k < 7; ++k)
      if (a[k].value < 0)
        deck_.fail(a[k].offset, fmt::format("{}: the {} must not be negative", title_, names[k - 3]));
    for (std::size_t k = 3; k < 6; ++k) {
      if (a[k].value > 0) continue;
      const TransientCard& card = transient_card(shape, names[k - 3]);
      a[k].value = k < 5 ? card.step : card.stop;
    }
    const double active = a[3].value + a[4].value + a[5].value;
    if (a[6].value > 0 && active > a[6].value * (1 + kRounding))
      deck_.fail(a[6].offset,
                 fmt::format("{}: the period {:g} is shorter than rise, width and fall together, {:g}",
                             title_, a[6].value, active));
    return SourceWaveform::pulse(a[0].value, a[1].value, a[2].value, a[3].value, a[4].value, a[5].value,
                                 a[6].value);
  }

  // SIN(offset amplitude frequency delay damping phase); frequency 0: one period in the run.
  SourceWaveform read_sine(const Token& shape) {
    std::vector<Argument> a = read_arguments(shape, 2, 6);
    if (a[2].value < 0) deck_.fail(a[2].offset, title_ + ": the frequency must not be negative");
    if (a[2].value == 0) a[2].value = 1 / transient_card(shape, "frequency").stop;
    return SourceWaveform::sine(a[0].value, a[1].value, a[2].value, a[3].value, a[4].value, a[5].value);
  }

  SourceWaveform read_piecewise_linear(const Token& shape) {
    const std::vector<Argument> a = read_arguments(shape);
    if (a.empty() || a.size() % 2 != 0)
      deck_.fail(a.empty() ? shape.offset : a.back().offset,
                 fmt::format("{}: pwl needs pairs of time and value", title_));
    std::vector<double> points;
    points.reserve(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (k % 2 == 0 && k >= 2 && a[k].value <= a[k - 2].value)
        deck_.fail(a[k].offset, fmt::format("{}: pwl times must ascend, {:g} follows {:g}", title_,
                                            a[k].value, a[k - 2].value));
      points.push_back(a[k].value);
    }
    return SourceWaveform::piecewise_linear(std::move(points));
  }

  Deck& deck_;
  const Instance& at_;
  TokenReader& tokens_;
  const std::string& title_;
  std::optional<Argument> dc_;
  std::optional<SourceWaveform> waveform_;
};

}  // namespace

SourceWaveform read_source_waveform(Deck& deck, const Instance& at, TokenReader& tokens,
                                    const std::string& title) {
  return SourceReader(deck, at, tokens, title).read();
}

}  // namespace saddle
