import { calibrationAgents, oracle } from 'tracewright'

export default calibrationAgents.find(({ name }) => name === process.env.AGENT) ?? oracle
