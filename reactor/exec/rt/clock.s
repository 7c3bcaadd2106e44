// Functions without a body, as Now, need a file in assembly on every system.
