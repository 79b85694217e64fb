import { useEffect, useState } from 'preact/hooks'
import type { ReportData } from '../../../schema/report.ts'

/** The lines of text that an element of the page holds as gzip in base64. */
export async function unpackLines(id: string): Promise<string[]> {
  const packed = atob(document.getElementById(id)?.textContent ?? '')
  const bytes = new Uint8Array(packed.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = packed.charCodeAt(i)
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(unpacked).text()).split('\n')
}

let lines: readonly string[] = []
let unpacking: Promise<void> | undefined

/** Settles when the browser has read the page to its end, where the details are. */
async function waitForPageEnd(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** Unpacks the details of all tasks, once. */
export function unpackDetails(): Promise<void> {
  unpacking ??= waitForPageEnd()
    .then(() => unpackLines('report-details'))
    .then((unpacked) => {
      lines = unpacked
    })
  return unpacking
}

/** Gives plans their code, and attempts their details: a line of the page, parsed each time it is read, once {@link useDetails} is true. */
export function attachDetails(data: ReportData): ReportData {
  let line = 0
  const attach = (to: object, field: string): void => {
    const at = line++
    Object.defineProperty(to, field, { get: () => JSON.parse(lines[at] as string) })
  }
  for (const { plans, results } of data.tasks) {
    for (const plan of plans) attach(plan, 'code')
    for (const { attempts } of results) for (const attempt of attempts) attach(attempt, 'detail')
  }
  return data
}

/** Whether details can be read; draws anew once they can. */
export function useDetails(): boolean {
  const [areUnpacked, setUnpacked] = useState(lines.length > 0)
  useEffect(() => {
    if (!areUnpacked) void unpackDetails().then(() => setUnpacked(true))
  }, [])
  return areUnpacked
}
