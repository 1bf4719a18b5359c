#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <string>

#include <saddle/export/ngspice/ngspice_process.hpp>
#include <saddle/export/spice/deck_names.hpp>
#include <saddle/export/spice/deck_writer.hpp>
#include <saddle/netlist/circuit/circuit_system.hpp>
#include <saddle/netlist/text/readers.hpp>

#include "export/support.hpp"

using namespace saddle;
using namespace saddle::test;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Circuit read_back(const std::string& deck) {
  return parse_circuit(SourceText("written.cir", deck));
}

// q, f, C and G of two circuits at random points, variables and rows matched by name.
double largest_difference(const Circuit& a, const Circuit& b) {
  CircuitSystem first(a), second(b);
  REQUIRE(first.size() == second.size());
  const int size = first.size();
  std::vector<int> partner(size, -1);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j)
      if (first.variables()[i].name == second.variables()[j].name) partner[i] = j;
  for (const int j : partner) REQUIRE(j >= 0);

  std::mt19937 random(7);
  std::uniform_real_distribution<double> volts(-2, 2);
  Evaluation at_first(first.pattern()), at_second(second.pattern());
  double largest = 0;
  for (int round = 0; round < 5; ++round) {
    std::vector<double> y(size), y_second(size);
    for (int i = 0; i < size; ++i) y_second[partner[i]] = y[i] = volts(random);
    const double time = 1e-4 * round;
    first.evaluate({.time = time, .y = y}, at_first, Need::jacobian);
    second.evaluate({.time = time, .y = y_second}, at_second, Need::jacobian);
    const auto compare_values = [&](double u, double v) {
      largest = std::max(largest, std::abs(u - v) / std::max(1.0, std::abs(u)));
    };
    const auto entry = [](const Pattern& pattern, const std::vector<double>& values, int row, int column) {
      for (int k = pattern.column_start[column]; k < pattern.column_start[column + 1]; ++k)
        if (pattern.row[k] == row) return values[k];
      return 0.0;
    };
    for (int i = 0; i < size; ++i) {
      compare_values(at_first.q[i], at_second.q[partner[i]]);
      compare_values(at_first.f[i], at_second.f[partner[i]]);
      for (int j = 0; j < size; ++j) {
        compare_values(entry(first.pattern(), at_first.C, i, j),
                       entry(second.pattern(), at_second.C, partner[i], partner[j]));
        compare_values(entry(first.pattern(), at_first.G, i, j),
                       entry(second.pattern(), at_second.G, partner[i], partner[j]));
      }
    }
  }
  return largest;
}

// One circuit with every kind of device and awkward names.
Circuit everything() {
  Circuit circuit;
  circuit.title = "everything";
  const int a = circuit.node("a"), b = circuit.node("x1.b"), c = circuit.node("in+"), d = circuit.node("3");
  circuit.add_source(DeviceKind::voltage_source, "v1", {a, 0},
                     SourceWaveform::sine(0.5, 1, 1e3, 1e-4, 10, 30));
  circuit.add_source(DeviceKind::current_source, "x1.i1", {0, b},
                     SourceWaveform::piecewise_linear({0, 0, 1e-4, 1e-3, 3e-4, -1e-3}));
  circuit
      .add_source(DeviceKind::voltage_source, "x1.v9", {d, 0},
                  SourceWaveform::pulse(0, 1, 1e-5, 1e-6, 2e-6, 3e-5, 1e-4))
      .parameters = {-2};
  circuit.add(DeviceKind::resistor, "x1.r1", {a, b}, {1.0 / 3});
  circuit.add(DeviceKind::resistor, "r.x1.r1", {a, c}, {1e3});
  circuit.add(DeviceKind::capacitor, "c1", {b, c}, {1e-9 / 7});
  circuit.add(DeviceKind::vcvs, "e1", {circuit.node("eo"), 0, a, b}, {-3});
  circuit.add(DeviceKind::vccs, "g1", {c, 0, d, b}, {1e-3 / 3});
  circuit.add(DeviceKind::ota, "xamp", {c, a, b}, {1e-5, 3}).term = "a term; with $ signs // and \"quotes\"";
  circuit.add(DeviceKind::opamp, "x1.xop", {circuit.node("oo"), a, c}, {5, 0.5, 100, 1});
  circuit.add(DeviceKind::follower, "xf", {circuit.node("fo"), c});
  circuit.add(DeviceKind::inverter, "xi", {circuit.node("io"), b}, {2.5, -0.25, -4});
  circuit.add(DeviceKind::negator, "n1", {circuit.node("no"), b});
  Graph& graph = circuit.expressions;
  const NodeId va = circuit.voltage_symbol(a), vb = circuit.voltage_symbol(b);
  const NodeId current = circuit.current_symbol(circuit.find_device("x1.v9"));
  const NodeId cube = graph.make(Op::power, graph.subtract(va, vb), graph.constant(3));
  const NodeId sum =
      graph.add(cube, graph.multiply(graph.constant(-1e-3),
                                     graph.make(Op::tanh, graph.subtract(current, circuit.time_symbol()))));
  circuit.add(DeviceKind::behavioural_voltage, "b1", {circuit.node("bo"), 0}).expression = sum;
  circuit.add(DeviceKind::behavioural_current, "x1.b2", {c, a}).expression =
      graph.divide(graph.negate(va), graph.add(graph.constant(4), graph.multiply(vb, vb)));
  circuit.initial_conditions = {{b, 0.1}, {c, -0.2}};
  circuit.options.reltol = 1e-5;
  circuit.options.method = "gear";
  circuit.transient = TransientCard{.step = 1e-6, .stop = 1e-3, .max_step = 1e-6};
  return circuit;
}

}  // namespace

TEST_CASE("the deck of figure 3.1 is the golden file", "[deck]") {
  CHECK(write_deck(figure_3_1()) ==
        R"(Quadratic program, [T] figure 3.1
* Deck written by Saddle, for ngspice 39 and later.
* Size: 10 nodes besides ground, 16 devices: 6 resistors, 3 capacitors, 3 voltage sources, 1
* transconductance amplifier, 3 followers
* v(node) is the voltage of a node against ground [V].
* i(device) is the current [A] from a source's first node through it to the second, or from
* the output node into an amplifier.
* Behind "; =" stands the term of the problem that an element realises.

* transconductance amplifier: [T D.4] i0*tanh(alpha*(v(plus) - v(minus))) flows out of the output; linear: [T D.5]
.subckt saddle_ota out plus minus i0=1e-05 alpha=1 linear=0
bsaddle 0 out i = {i0}*({linear} != 0 ? {alpha}*(v(plus)-v(minus)) : tanh({alpha}*(v(plus)-v(minus))))
.ends saddle_ota
* follower: [T D.7] v(out) = v(in), no current into the input
.subckt saddle_follower out in
esaddle out 0 in 0 1
.ends saddle_follower

* Sources
vx vx 0 dc 2 ; = x0
vy vy 0 dc 1 ; = y0
ve e 0 pulse(-1 1 1e-04 1e-06 1e-06 0.000249 5e-04) ; = E(t)

* Resistors
r2 vx x 20000 ; = -G2 (x - Vx)
r1 lambdab x 25000 ; = -G1 (x - lambda)
r5 vy y 40000 ; = -G5 (y - Vy)
r4 lambdab y 10000 ; = -G4 (y - lambda)
rs1 xb s 25000 ; = G1 x
rs4 yb s 10000 ; = G4 y

* Capacitors
c1 x 0 1e-09 ; = C1 dx/dt
c2 y 0 1e-09 ; = C2 dy/dt
c3 lambda 0 1e-09 ; = C3 dlambda/dt

* Amplifiers, followers and inverters
xota lambda e s saddle_ota i0=1e-05 alpha=1 linear=0 ; = E - (G1 x + G4 y)/(G1 + G4)
xfx xb x saddle_follower
xfy yb y saddle_follower
xfl lambdab lambda saddle_follower
.tran 1e-06 0.001
.end
)");
}

TEST_CASE("a deck reads back as the same circuit", "[deck]") {
  for (const Circuit& circuit : {figure_3_1(), rc_step()}) {
    const Circuit again = read_back(write_deck(circuit));
    CHECK(largest_difference(circuit, again) < 1e-12);
    CHECK(again.title == circuit.title);
    CHECK(again.initial_conditions.size() == circuit.initial_conditions.size());
    REQUIRE(again.transient);
    CHECK(again.transient->stop == circuit.transient->stop);
    CHECK(again.transient->use_initial_conditions == circuit.transient->use_initial_conditions);
    for (const Device& device : circuit.devices)
      CHECK(again.devices.at(again.find_device(device.name)).term == device.term);
  }
}

TEST_CASE("every device and awkward names survive the way through a deck", "[deck]") {
  const Circuit circuit = everything();
  const std::string deck = write_deck(circuit);
  CHECK(contains(deck, "\nr.x1.r1 a in+ 1000\n"));                  // keeps its name
  CHECK(contains(deck, "\nr.x1.r1_ a x1.b 0.3333333333333333\n"));  // gives way
  CHECK(contains(deck, "\nv.x1.v9 3 0 pulse(-0 -2 "));              // the scale is in the waveform
  CHECK(contains(deck, "\nx.n1 no x1.b saddle_negator\n"));
  CHECK(contains(deck, "i(v.x1.v9)"));
  CHECK(contains(deck, "(v(a) - v(x1.b))*(v(a) - v(x1.b))*(v(a) - v(x1.b))"));
  CHECK(contains(deck, "\n.options reltol=1e-05 method=gear\n"));
  CHECK(contains(deck, "\n.tran 1e-06 0.001 0 1e-06\n.end\n"));

  Circuit again = read_back(deck);
  CHECK(again.devices.at(again.find_device("xamp")).term == "a term; with $ signs // and \"quotes\"");
  CHECK(write_deck(read_back(write_deck(again))) == write_deck(again));  // stable from the first reading on
  if (have_ngspice()) CHECK_NOTHROW(run_ngspice(deck, {.stop = 1e-3}));
}

TEST_CASE("every device read back has the same equations", "[deck]") {
  Circuit circuit = everything();
  const Circuit again = read_back(write_deck(circuit));
  // The names that the deck had to change, changed here too: then the equations must be the same.
  Circuit renamed;
  const DeckNames names(circuit);
  for (const std::string& node : circuit.nodes) renamed.node(node);
  for (std::size_t d = 0; d < circuit.devices.size(); ++d) {
    const Device& device = circuit.devices[d];
    Device& copy =
        renamed.add(device.kind, names.element(static_cast<int>(d)), device.nodes, device.parameters);
    copy.waveform = device.waveform;
    copy.expression = device.expression;
  }
  renamed.waveforms = circuit.waveforms;
  renamed.expressions = circuit.expressions;
  renamed.probes = circuit.probes;
  CHECK(largest_difference(renamed, again) < 1e-12);
}

TEST_CASE("a title is one line that is only a title", "[deck]") {
  const auto first_line = [](const std::string& title) {
    Circuit circuit = rc_step();
    circuit.title = title;
    const std::string deck = write_deck(circuit);
    return deck.substr(0, deck.find('\n'));
  };
  CHECK(first_line("") == "Saddle circuit");
  CHECK(first_line(" \t ") == "Saddle circuit");
  CHECK(first_line("one\ntwo\r\n") == "one two");
  CHECK(first_line(".include /etc/passwd") == "* .include /etc/passwd");
  CHECK(first_line("+ more") == "* + more");
  CHECK(first_line("*ng_script") == "* *ng_script");
  CHECK(first_line("ends \\\\") == "ends");
  CHECK(first_line("broken \xff utf-8, whole \xce\xbb") == "broken ? utf-8, whole \xce\xbb");
  CHECK(first_line("* a comment is fine") == "* a comment is fine");
}

TEST_CASE("ngspice runs a deck whatever its title and terms are", "[deck]") {
  if (!have_ngspice()) return;
  for (const char* text :
       {"", ".include nothing", "+ x", "*ng_script", "{unbalanced ' = \"", "\xff\xfe", ".param a=", "\\\\"}) {
    Circuit circuit = rc_step();
    circuit.title = text;
    circuit.devices[1].term = text;
    CHECK_NOTHROW(run_ngspice(write_deck(circuit), {.stop = 5e-6}));
  }
}

TEST_CASE("long cards are folded", "[deck]") {
  Circuit circuit;
  std::vector<double> points;
  for (int k = 0; k < 200; ++k) {
    points.push_back(k * 1e-6);
    points.push_back(std::sin(k));
  }
  circuit.add_source(DeviceKind::voltage_source, "v1", {circuit.node("a"), 0},
                     SourceWaveform::piecewise_linear(points));
  circuit.add(DeviceKind::resistor, "r1", {circuit.node("a"), 0}, {1});
  circuit.transient = TransientCard{.step = 1e-7, .stop = 2e-4};
  const std::string deck = write_deck(circuit);
  std::size_t begin = 0;
  while (begin < deck.size()) {
    const std::size_t end = deck.find('\n', begin);
    CHECK(end - begin <= 102);
    begin = end + 1;
  }
  CHECK(read_back(deck).waveforms.at(0).arguments == points);
  if (!have_ngspice()) return;
  const NgspiceRun run = run_ngspice(deck, {.stop = 2e-4});
  for (const NgspiceVector& vector : run.vectors)
    if (vector.name == "a") CHECK(vector.values.back() == Approx(std::sin(199)).epsilon(1e-9));
}

TEST_CASE("only asked-for signals are saved", "[deck]") {
  DeckOptions options;
  options.save = {"v(x)", "i(ve)", "i(xfl)"};
  options.extra_options = {"itl4=50"};
  const std::string deck = write_deck(figure_3_1(), options);
  CHECK(contains(deck, "\n.options itl4=50\n.save v(x) ve#branch e.xfl.esaddle#branch\n"));
  options.save = {"v(nowhere)"};
  CHECK_THROWS_WITH(write_deck(figure_3_1(), options), "the circuit has no signal 'v(nowhere)' to save");
  if (!have_ngspice()) return;
  const NgspiceRun run = run_ngspice(deck, {.stop = 1e-3});
  CHECK(run.vectors.size() == 3);
}

TEST_CASE("ngspice's vectors find their way back to signals", "[deck]") {
  const Circuit circuit = everything();
  const DeckNames names(circuit);
  CHECK(names.signal("x1.b") == "v(x1.b)");
  CHECK(names.signal("v1#branch") == "i(v1)");
  CHECK(names.signal("v.x1.v9#branch") == "i(x1.v9)");
  CHECK(names.signal("e.xf.esaddle#branch") == "i(xf)");
  CHECK(names.signal("b.x1.xop.bsaddle#branch") == "i(x1.xop)");
  CHECK(names.signal("e.x.n1.esaddle#branch") == "i(n1)");
  CHECK(names.signal("unknown#branch").empty());
  CHECK(names.signal("0").empty());
}

TEST_CASE("what ngspice would misread is refused", "[deck]") {
  const auto message = [](auto change) -> std::string {
    Circuit circuit = rc_step();
    change(circuit);
    try {
      write_deck(circuit);
    } catch (const DeckError& error) {
      return error.what();
    }
    return "it was written";
  };
  CHECK(message([](Circuit& c) { c.node("lambda(line)"); }) ==
        "ngspice cannot read the node name 'lambda(line)': rename the node");
  CHECK(message([](Circuit& c) { c.node("λ"); }) == "ngspice cannot read the node name 'λ': rename the node");
  CHECK(message([](Circuit& c) { c.node("time"); }) ==
        "ngspice keeps the name 'time' for itself: a node cannot have it, rename the node");
  CHECK(message([](Circuit& c) {
          c.add(DeviceKind::resistor, "r 2", {1, 0});
        }) == "ngspice cannot read the device name 'r 2': rename the device");
  CHECK(message([](Circuit& c) { c.devices[1].parameters[0] = 0; }) ==
        "device 'r1': ngspice has no resistor of 0 ohm, use a voltage source of 0 V");
  CHECK(message([](Circuit& c) { c.devices[2].parameters[0] = std::nan(""); }) ==
        "device 'c1': its capacitance is not a finite number");
  CHECK(
      message([](Circuit& c) { c.waveforms[0] = SourceWaveform::pulse(0, 1, 0, 0, 1e-9, 1e-6, 2e-6); }) ==
      "source 'v1': ngspice has no pulse that rises or falls in no time: give it a rise and a fall time > 0");
  CHECK(message([](Circuit& c) { c.waveforms[0] = SourceWaveform::pulse(0, 1, 0, 1e-9, 1e-9, 0, 2e-6); }) ==
        "source 'v1': ngspice has no pulse of width 0: give it a width > 0");
  CHECK(message([](Circuit& c) { c.waveforms[0] = SourceWaveform::sine(0, 1, 0); }) ==
        "source 'v1': ngspice has no sine of frequency 0: give it a frequency > 0, or use a constant");
  CHECK(message([](Circuit& c) {
          c.waveforms[0] = SourceWaveform::piecewise_linear({0, 1, 0, 2});
        }) == "source 'v1': the times of a piecewise linear waveform must ascend strictly");
  CHECK(message([](Circuit& c) { c.transient->stop = 0; }) ==
        "the transient analysis needs a stop time > 0 and a start time before it");
  CHECK(message([](Circuit& c) {
          c.add(DeviceKind::follower, "xf", {c.node("f"), 1});
          const NodeId current = c.current_symbol(c.find_device("xf"));
          c.add(DeviceKind::behavioural_voltage, "b1", {c.node("b"), 0}).expression = current;
        }) ==
        "device 'b1': ngspice cannot read the current of the follower 'xf' in an expression: put a voltage "
        "source of "
        "0 V in series and read its current");
  CHECK(message([](Circuit& c) {
          NodeId x = c.voltage_symbol(1);
          for (int k = 0; k < 40; ++k) x = c.expressions.multiply(x, c.expressions.make(Op::sin, x));
          c.add(DeviceKind::behavioural_voltage, "b1", {c.node("b"), 0}).expression = x;
        }) == "device 'b1': an expression is longer than a million characters in a deck");
}

TEST_CASE("ngspice computes every operation as Saddle does", "[deck]") {
  if (!have_ngspice()) return;
  Circuit circuit;
  const int p = circuit.node("p"), n = circuit.node("n");
  circuit.add_source(DeviceKind::voltage_source, "vp", {p, 0}, SourceWaveform::dc(0.7));
  circuit.add_source(DeviceKind::voltage_source, "vn", {n, 0}, SourceWaveform::dc(-0.4));
  circuit.add(DeviceKind::resistor, "rp", {p, 0}, {2});
  Graph& graph = circuit.expressions;
  const NodeId x = circuit.voltage_symbol(p), y = circuit.voltage_symbol(n);
  const NodeId current = circuit.current_symbol(circuit.find_device("vp"));
  std::vector<NodeId> outputs;
  for (const Op op : {Op::add, Op::subtract, Op::multiply, Op::divide, Op::minimum, Op::maximum}) {
    outputs.push_back(graph.make(op, x, y));
    outputs.push_back(graph.make(op, graph.make(op, y, x), graph.make(op, x, graph.constant(-3))));
  }
  for (const Op op : {Op::negate, Op::sin, Op::cos, Op::tan, Op::asin, Op::acos, Op::atan, Op::sinh, Op::cosh,
                      Op::tanh, Op::exp, Op::abs, Op::sign, Op::step}) {
    outputs.push_back(graph.make(op, x));
    outputs.push_back(graph.make(op, y));
  }
  for (const Op op : {Op::ln, Op::log10, Op::sqrt})
    outputs.push_back(graph.make(op, graph.add(x, graph.constant(2))));
  for (const double exponent : {2.0, 3.0, 7.0, -1.0, -2.0, -3.0})
    outputs.push_back(
        graph.make(Op::power, graph.subtract(y, graph.constant(0.5)), graph.constant(exponent)));
  outputs.push_back(graph.make(Op::power, graph.add(x, graph.constant(1)), graph.constant(0.3)));
  outputs.push_back(graph.subtract(graph.negate(graph.subtract(x, y)),
                                   graph.negate(graph.multiply(current, graph.constant(-2)))));
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const int node = circuit.node("o" + std::to_string(k));
    circuit.add(DeviceKind::behavioural_voltage, "b" + std::to_string(k), {node, 0}).expression = outputs[k];
  }
  circuit.transient = TransientCard{.step = 1e-6, .stop = 1e-5};
  circuit.options.reltol = 1e-9;

  std::vector<double> symbols(graph.symbols().size());
  symbols[graph[x].symbol] = 0.7;
  symbols[graph[y].symbol] = -0.4;
  symbols[graph[current].symbol] = -0.35;  // flows out of the source's + terminal
  const NgspiceRun run = run_ngspice(write_deck(circuit), {.stop = 1e-5});
  std::size_t checked = 0;
  for (const NgspiceVector& vector : run.vectors) {
    if (vector.name[0] != 'o' || vector.name.find('#') != std::string::npos) continue;
    const NodeId output = outputs.at(std::stoul(vector.name.substr(1)));
    INFO(graph.to_string(output));
    CHECK(vector.values.back() == Approx(graph.value(output, symbols)).epsilon(1e-9).margin(1e-12));
    ++checked;
  }
  CHECK(checked == outputs.size());
}
