/** Executes the expected traces: a suite that it does not solve is broken. */
export { oracle as default } from 'tracewright/calibration'
