import type { Simulator } from '../define-simulator.ts'

export const timeScheduling: Simulator[] = []
