/** What else the machine is doing. */
import { loadavg } from 'node:os'

const formatLoad = (value) => value.toFixed(1)

/**
 * The load of the machine, one word for the minute that is over, or, with `when`, a sentence on 1, 5 and 15 minutes.
 * What is measured is in it: more than the number of cores says that other work was.
 */
export const loadWords = (when) =>
  when === undefined
    ? formatLoad(loadavg()[0])
    : `load ${when}: ${loadavg().map(formatLoad).join(', ')} over 1, 5 and 15 minutes`
