import type { Command } from 'commander'

/** Adds a command below another one, and gives it; `args` is what stands behind its name. */
type Add = (parent: Command, args: readonly string[]) => Command | Promise<Command>

/** Commands by the names under which they are called. Each is loaded when it is: most of them load much. */
export type Commands = Readonly<Record<string, () => Promise<Add>>>

/** Adds `--json` to a program; its commands find it among their own options. */
export const addJsonOption = (program: Command): Command =>
  program
    .option('--json', 'print JSON on standard output and nothing else there: one document, or one per line')
    .hook('preAction', (_, action) => {
      action.setOptionValue('json', program.opts<{ json?: boolean }>().json)
    })

/** Adds the command that is called; all of them where none is, for the help and for suggestions. */
export async function addNamed(parent: Command, commands: Commands, args: readonly string[]): Promise<void> {
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const name = args[at] ?? ''
  const called = Object.hasOwn(commands, name) ? [commands[name]] : Object.values(commands)
  for (const load of called) {
    const added = await (await load?.())?.(parent, args.slice(at + 1))
    // Settings of the parent are not inherited by commands that are made elsewhere.
    added?.copyInheritedSettings(parent)
  }
}
