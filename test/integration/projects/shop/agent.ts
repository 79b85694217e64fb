import { calibrationAgents, oracle } from 'tracewright/calibration'

/** Does what is expected, or what the environment names. */
export default calibrationAgents.find(({ name }) => name === process.env.AGENT) ?? oracle
