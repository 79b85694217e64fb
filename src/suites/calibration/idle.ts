import type { CalibrationAgent } from '../../schema/agent.ts'

/** The calibration agent that does nothing; it must earn nothing. */
export const idle: CalibrationAgent = {
  name: 'idle',
  note: 'does nothing',
  calibration: true,
  run: async () => ({ answer: '' }),
}
