/** Tests call the sources without the set-up of the plugin or the command line, which provides the built-in tools. */
import { registry } from '../../src/tools/builtin/registry.ts'
import { provideTools } from '../../src/tools/served.ts'

provideTools(() => registry)
