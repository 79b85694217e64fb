import type { Simulator } from '../define-simulator.ts'
import { retrieveMemory } from './retrieve-memory.ts'
import { storeMemory } from './store-memory.ts'

export const stateManagement: Simulator[] = [retrieveMemory, storeMemory]
