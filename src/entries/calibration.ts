/**
 * Agents whose score is known before they run: the oracle, and those that must earn nothing.
 *
 * @packageDocumentation
 */
export {
  type CalibrationRow,
  type CalibrationRun,
  calibrate,
  calibrationAgents,
  rowsOf as calibrationRows,
} from '../suites/calibration/calibrate.ts'
export { oracle } from '../suites/calibration/oracle.ts'
