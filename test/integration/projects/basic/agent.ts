import { idle, oracle } from 'tracewright'

export default process.env.AGENT === 'idle' ? idle : oracle
