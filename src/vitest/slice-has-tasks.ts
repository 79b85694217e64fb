import { openSuite } from '../suites/load/load.ts'
import { type Slice, takeSlice } from './suite-id.ts'

/** Whether a shard runs a task of the suite. One that does not load counts as having one: the shard that gets it reports why. */
export function sliceHasTasks(file: string, root: string, slice: Slice): boolean {
  try {
    return takeSlice(openSuite(file).lines(), file, root, slice).next().done !== true
  } catch {
    return true
  }
}
