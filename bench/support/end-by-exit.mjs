/** Lets every process of a run leave what it counted when it ends. */
import { ChildProcess } from 'node:child_process'

/**
 * Makes this process end by an exit where it is ended by a signal, and keeps it from killing others without one: Vitest
 * ends its workers by SIGTERM, and kills those that take longer than half a second, as on a busy machine.
 */
export function endByExit() {
  process.on('SIGTERM', () => process.exit(0))
  const { kill } = ChildProcess.prototype
  ChildProcess.prototype.kill = function (signal) {
    return signal === 'SIGKILL' ? true : kill.call(this, signal)
  }
}
