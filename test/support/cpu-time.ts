/**
 * What a function gives, and the milliseconds of processor time that it took. Unlike time on the wall these do not grow
 * where other programs want the machine too.
 */
export function measureCpuTime<T>(run: () => T): { result: T; milliseconds: number } {
  const before = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(before)
  return { result, milliseconds: (user + system) / 1000 }
}
