// Where a quantity that is known at two times changes its sign.
#pragma once

namespace saddle {

// False position in its Illinois form: the line through both ends, and an end that has stayed
// twice in a row counts half, so that both ends close in (order 1.44). Positive before, negative
// after.
class SignChange {
 public:
  SignChange(double before, double value_before, double after, double value_after);

  double guess() const;  // strictly inside
  void add(double time, double value);
  double after() const { return after_; }
  double width() const { return after_ - before_; }

 private:
  double before_, value_before_, after_, value_after_;
  int side_ = 0;  // which end the last value replaced: 1 before, -1 after
};

}  // namespace saddle
