import { Tinypool } from 'tinypool'

/** What the thread that this runs in was given at its start. */
export const givenToThread = <T>(): T => Tinypool.workerData as T
