#!/usr/bin/env node
import { findPrintedHelp } from './printed-help.ts'

// Help was printed when the package was built: a command loads much, and who asks for help waits for nothing of it.
const help = findPrintedHelp(process.argv.slice(2))
if (help === undefined) void import('./run-command.ts')
else process.stdout.write(help)
