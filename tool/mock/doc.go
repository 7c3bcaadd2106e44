// Package mock replaces sensors, robots and connections of a program without touching it. What stands in for them is
// named on the command line, as PATTERN=SOURCE:
//
//	robot.reading=csv:poses.csv            rows of a table, each at its time
//	robot.*=topic:runs/monday              what a recorded run had at the same doors
//	planner.target=topic:RUN#vision.target or at another port or door
//	planner.speed=const:0.1                a value, once, or periodically: const:0.1@10ms
//	robot.*=lua:robot.lua                  a script
//
// A pattern names doors: sensors, actuators (their answers), physical actions, parameters, physical connections; * is
// any run of characters, and the front of a path may be left out. A pattern with * passes over parameters. Where it
// names no door it names ports: the connections into them are cut, and the mock feeds what they led to; of a port that
// a reaction sets, the connections that leave it.
//
// Who sends (an action, a port) gets the mock's events at their times. Who is asked (a sensor, an actuator's answer)
// gets the last row that is not later than the asking, and the first one before that. Values enter the program through
// doors, so they are recorded, and the run replays without the mock's files.
//
// # Tables
//
// csv:FILE is a CSV file whose first line names the columns: time or time_s in seconds, microstep if need be, the
// rest as `sinew trace csv` and --csv write them ("P.X", "Q[3]"). A column that is left out, and an empty cell, keeps
// the value of base: csv:FILE;base=JSON, otherwise zero. Where FILE is a folder, it is looked up there by the path, as
// a run folder has it.
//
// # Scripts
//
// A script is Lua 5.1 with the libraries base, math, string and table, without files, the clock or other programs. It
// has a function value(t, n, path, command): t is the logical time in seconds, n counts the calls for this door from 1
// on, path is the door's, and command is what an actuator was sent, as a table. It returns the value, as a number,
// text, boolean or table with the fields' Go names; fields that are left out keep base's values, which the global base
// may hold as a table. nil means no event, or for a device: the same as before. For events the global period is needed,
// seconds between the calls, and offset may be the time of the first one. An event is asked for when the one before it
// comes, the first before the run begins: it cannot know what was commanded in between. One script that stands in for several doors
// is one state, so that a few lines make a robot: keep what was commanded, and answer with it. Doors of reactors that may
// run at the same time must not share what the script remembers: with several workers their order is not given. math.random gives
// the same numbers in every run. A call is stopped after 250 000 instructions, and no text grows beyond 64 KiB.
package mock
