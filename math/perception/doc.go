// Package perception finds a target in the pictures of an RGB-D camera: an exact colour test, the largest
// cluster of the colour by run-based connected components, its centroid, the depth there, and the point in
// the camera's frame and in any other frame in which the camera's pose is known. It also computes depth
// from a rectified stereo pair by block matching.
//
// Pictures are 8-bit RGB (Image) and 16-bit depth (Depth), aligned pixel by pixel, as an Intel RealSense
// D435i delivers them. Pixel coordinates (u, v) count from the top left, u to the right and v down; whole
// numbers are the centres of pixels. The camera's optical frame has x to the right, y down and z forward.
// Lengths are metres, angles radians; millimetres occur only in the raw depth numbers.
//
// Everything here is a function of its input: no clock, no goroutine, no random number. Segmenter, Locator
// and Stereo hold their buffers, so calls do not allocate once they are made. Input of a wrong shape
// gives a Status or an error, never a panic.
//
// The chain follows "Lingua Franca in Robotics" section 3.5: the largest cluster of yellow pixels and its
// centroid, the depth there, then p_base = R·p_camera + t with R = Rz·Ry·Rx (equations 16 and 17), which is
// spatial.RPY's rotation.
package perception
