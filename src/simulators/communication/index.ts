import type { Simulator } from '../define-simulator.ts'
import { sendEmail } from './send-email.ts'

export const communication: Simulator[] = [sendEmail]
