import { isObject, type Json } from '../../../shared/json.ts'
import { printData } from '../expressions.ts'
import type { Doc } from '../layout.ts'
import type { Dialect } from '../print-suite.ts'
import { OldFunctionPrinter } from './print-function.ts'

/** A state that is drawn becomes a function of `draw`. */
function printState(state: Json): Doc {
  let isDrawn = false
  const printDraw = (value: Json): Doc | undefined => {
    if (!isObject(value) || !Array.isArray(value.$draw)) return undefined
    isDrawn = true
    return ['draw(', printData(value.$draw, printDraw), ')']
  }
  const doc = printData(state, printDraw)
  return isDrawn ? ['(draw) => (', doc, ')'] : doc
}

/** Prints tasks of the JSON lines that could decide. `tracewright show` reads them until the next major version. */
export const OLD_DIALECT: Dialect = { printState, FunctionPrinter: OldFunctionPrinter }
