/**
 * Agents whose score is known before they run: the oracle, and those that must earn nothing.
 *
 * @packageDocumentation
 */
export type { CalibrationAgent } from './schema/agent.ts'
export { type CalibrationRun, calibrate, calibrationAgents } from './suites/calibration/calibrate.ts'
export { oracle } from './suites/calibration/oracle.ts'
