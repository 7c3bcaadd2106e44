// Made by sinew gen from Lab::Lab.impl and yours to edit: it is not written again once edited; seal 6a4e30623b108e38.

#include "lab_station/node.h"

int main(int argc, char** argv) {
  lab_station::Node node;
  return node.run(argc, argv, "station_node");
}
