import type { Command } from 'commander'
import { addDedupe } from './dedupe.ts'
import { addGenerateStages } from './generate.ts'
import { addValidate } from './validate.ts'

/** The stages; each adds a command below `synth`. */
const STAGES: readonly ((synth: Command) => Command)[] = [addGenerateStages, addDedupe, addValidate]

/** `tracewright synth <stage>`: tools that a model makes, for domains where none exist. */
export function addSynth(program: Command): Command {
  const synth = program
    .command('synth')
    .description('make, check and clean synthetic tools')
    .copyInheritedSettings(program)
  for (const add of STAGES) add(synth).copyInheritedSettings(synth)
  return synth
}
