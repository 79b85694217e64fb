import type { Simulator } from '../define-simulator.ts'

export const fileData: Simulator[] = []
