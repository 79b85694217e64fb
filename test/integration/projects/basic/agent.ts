import { calibrationAgents, oracle } from 'tracewright/calibration'

export default calibrationAgents.find(({ name }) => name === process.env.AGENT) ?? oracle
