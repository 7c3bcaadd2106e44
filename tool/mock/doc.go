// Package mock replaces sensors, robots and connections of a program without touching it. The replacements are given on
// the command line, as PATTERN=SOURCE:
//
//	robot.reading=csv:poses.csv            rows of a table, each at its time
//	robot.*=topic:runs/monday              what a recorded run had at the same doors
//	planner.target=topic:RUN#vision.target or at another port or door
//	in.message=bag:FILE#/chatter           the messages of a topic of a bag of ROS 1
//	planner.speed=const:0.1                a value, once, or periodically: const:0.1@10ms
//	robot.*=lua:robot.lua                  a script
//
// A pattern names doors: sensors, actuators (their answers), physical actions, parameters, physical connections; * is
// any run of characters, and the front of a path may be left out. A pattern with * does not match parameters. If it
// matches no door it matches ports: the connections into them are cut and the mock feeds the ports; for a port that a
// reaction sets, the connections that leave it are cut.
//
// An action or a port gets the mock's events at their times. A sensor, or an actuator's answer, gets the last row that is
// not later than the time of the call, or the first row if all are later. Values enter the program through doors, so they
// are recorded, and the run replays without the mock's files.
//
// # Tables
//
// csv:FILE is a CSV file whose first line names the columns: time or time_s in seconds, optionally microstep, the rest as
// written by `sinew trace csv` and --csv ("P.X", "Q[3]"). A column that is left out, or an empty cell, takes the value of
// base in csv:FILE;base=JSON, otherwise zero. If FILE is a folder, it must contain a file named after the path, as in a run
// folder.
//
// # Bags
//
// bag:FILE#TOPIC is a topic in a bag of ROS 1 for a door or port that takes ROS messages of the topic's type, such as the
// door of ros1.In. Without #TOPIC it is the only topic of that type. Time zero is the time of the bag's first message on
// any topic, so that several mocks from one bag stay synchronised. The bag is checked before the run and read while the
// program runs: it may be larger than memory. Sensors and actuators cannot be fed from bags.
//
// # Scripts
//
// A script is Lua 5.4 (package lua) with the libraries base, math, string and table, without access to files, the clock or
// other programs; load, print and collectgarbage are missing, too. It has a function value(t, n, path, command): t is the
// logical time in seconds, n counts the calls for this door from 1, path is the door's, and command is the command to an
// actuator, as a table in which a number is an integer if the field's type is one. It returns the value, as a number, text,
// boolean or table with the fields' Go names; fields that are left out take the values of the global base, which may be a
// table, and otherwise zero. nil means no event, or for a device: the same as before. For events the global period is
// required, the time between calls in seconds, and offset may be the time of the first call. The script is called for an
// event when the previous one arrives, and for the first before the run begins, so it cannot know commands in between. A
// script for several doors has one state, so a few lines make a robot: store the command, and answer with it. Doors of
// reactors that may run at the same time must not share a script's state, because with several workers their order is not
// determined. math.random gives the same numbers in every run. A call is stopped after 250 000 instructions, no text may
// grow beyond 64 KiB, and a script may use 8 MiB of memory.
package mock
