import type { Simulator } from '../define-simulator.ts'
import { unitConvert } from './unit-convert.ts'

export const computation: Simulator[] = [unitConvert]
