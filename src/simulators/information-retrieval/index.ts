import type { Simulator } from '../define-simulator.ts'

export const informationRetrieval: Simulator[] = []
