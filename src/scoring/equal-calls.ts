import type { Call } from '../schema/trace.ts'
import { type Json, stableJson } from '../shared/json.ts'

/** Whether an argument counts as left out. */
type IsDefault = (call: Call, name: string, value: Json) => boolean

/** Text that is the same for calls of one tool that ask for the same. */
function textOf(call: Call, isDefault: IsDefault | undefined): string {
  const names = Object.keys(call.arguments)
  let text = ''
  for (const name of names.length > 1 ? names.sort() : names) {
    const value = call.arguments[name]
    if (value === undefined || isDefault?.(call, name, value) === true) continue
    // The length before the name keeps one name with a colon from passing for another.
    text += `${name.length}:${name}=${typeof value === 'object' ? stableJson(value) : JSON.stringify(value)},`
  }
  return text
}

/** Calls parted by the scalars of one argument after the other, as far as one has several values; equal calls stay together. */
function byScalars(calls: readonly Call[], isDefault: IsDefault | undefined): readonly (readonly Call[])[] {
  let parts: (readonly Call[])[] = [calls]
  for (const name of Object.keys((calls[0] as Call).arguments)) {
    const next: (readonly Call[])[] = []
    for (const part of parts) {
      if (part.length === 1) {
        next.push(part)
        continue
      }
      const byValue = new Map<Json | undefined, Call[]>()
      for (const call of part) {
        const value = call.arguments[name]
        const isTold =
          value !== undefined && typeof value !== 'object' && isDefault?.(call, name, value) !== true
        const key = isTold ? value : undefined
        const group = byValue.get(key)
        if (group === undefined) byValue.set(key, [call])
        else group.push(call)
      }
      for (const group of byValue.values()) next.push(group)
    }
    parts = next
  }
  return parts
}

/** Calls of a trace in groups that ask the same tool for the same; those of a tool are grouped when one is asked about. */
export class EqualCalls {
  private readonly isDefault: IsDefault | undefined
  private readonly ofTool = new Map<string, Call[]>()
  private readonly groups = new Map<Call, readonly Call[]>()

  constructor(calls: readonly Call[], isDefault: IsDefault | undefined) {
    this.isDefault = isDefault
    for (const call of calls) {
      const others = this.ofTool.get(call.tool_name)
      if (others === undefined) this.ofTool.set(call.tool_name, [call])
      else others.push(call)
    }
  }

  /** The calls that ask for the same, the call among them; undefined for a call that is none of the trace's. */
  groupOf(call: Call): readonly Call[] | undefined {
    const calls = this.ofTool.get(call.tool_name)
    if (calls !== undefined) {
      this.ofTool.delete(call.tool_name)
      this.group(calls)
    }
    return this.groups.get(call)
  }

  private group(calls: readonly Call[]): void {
    if (calls.length === 1) {
      this.groups.set(calls[0] as Call, calls)
      return
    }
    for (const alike of byScalars(calls, this.isDefault)) {
      if (alike.length === 1) {
        this.groups.set(alike[0] as Call, alike)
        continue
      }
      const byText = new Map<string, Call[]>()
      for (const call of alike) {
        const text = textOf(call, this.isDefault)
        const group = byText.get(text)
        if (group === undefined) byText.set(text, [call])
        else group.push(call)
      }
      for (const group of byText.values()) for (const call of group) this.groups.set(call, group)
    }
  }
}
