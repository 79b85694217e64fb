import { type Json, stableJson } from '../../shared/json.ts'
import { asArgument, type ToolParameter } from './signature.ts'

/** Stands for no value, as of a parameter that is left out. */
export const NO_VALUE = 0

/** A value as a parameter takes it. */
export interface NumberedArgument {
  value: Json
  /** The value as JSON text. */
  text: string
  id: number
}

/** Numbers for the values that turn up in a task, by their JSON text: equal values have equal numbers. */
export class ValueIds {
  private readonly ids = new Map<string, number>()
  private readonly given = new Map<ToolParameter, Map<number, NumberedArgument | undefined>>()

  /** @param text The value as JSON text. */
  idOf(text: string): number {
    let id = this.ids.get(text)
    if (id === undefined) {
      id = this.ids.size + 1
      this.ids.set(text, id)
    }
    return id
  }

  argument(value: Json): NumberedArgument {
    const text = stableJson(value)
    return { value, text, id: this.idOf(text) }
  }

  /** A known value in the form in which a parameter takes it; undefined where it does not. */
  asArgument(known: NumberedArgument, parameter: ToolParameter): NumberedArgument | undefined {
    let own = this.given.get(parameter)
    if (own === undefined) {
      own = new Map()
      this.given.set(parameter, own)
    }
    if (own.has(known.id)) return own.get(known.id)
    const value = asArgument(known.value, parameter)
    const argument = value === undefined ? undefined : value === known.value ? known : this.argument(value)
    own.set(known.id, argument)
    return argument
  }
}
