// Everything a program that uses Saddle needs.
#pragma once

#include <saddle/export/files/csv.hpp>
#include <saddle/export/files/raw.hpp>
#include <saddle/export/ngspice/cross_check.hpp>
#include <saddle/export/plot/plot.hpp>
#include <saddle/export/spice/deck_writer.hpp>
#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/netlist/circuit/circuit_system.hpp>
#include <saddle/netlist/circuit/simulate.hpp>
#include <saddle/netlist/problem/optimality.hpp>
#include <saddle/netlist/problem/problem.hpp>
#include <saddle/netlist/synthesis/flow_system.hpp>
#include <saddle/netlist/synthesis/solve.hpp>
#include <saddle/netlist/synthesis/synthesize.hpp>
#include <saddle/netlist/text/readers.hpp>
#include <saddle/solver/analyses/modes.hpp>
#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/transient.hpp>
