// Package link carries a robot's state and its commands over a narrow, lossy link: bytes in, bytes out. An end
// describes what there is as a Layout, takes the members that it needs as a Selection at run time, and codes the packed
// image by a Compression. Packets are numbered, name the acknowledged packets that they are coded against, and may
// carry a CRC-32 and a MAC. Nothing here has a clock, a socket or a goroutine, and coding allocates nothing.
//
// The encoding is specified in docs/format/link.md. Extraction, restoring, zero-run coding and CRC-32 follow "Reducing
// the Traffic in the Control Loop for the Robot Arm", TU Dresden, sections 2.1 to 2.3.
package link
