import { readFileSync } from 'node:fs'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import type { Imported } from './build.ts'
import { toolkitFromMcp } from './mcp.ts'
import { toolkitFromOpenAi } from './openai.ts'
import { toolkitFromOpenApi } from './openapi/operations.ts'
import { isUrl, readOpenApi } from './openapi/read-document.ts'
import { toolkitFromZod } from './zod.ts'

export type { Imported }

function jsonIn(file: string): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new TracewrightError(`Failed to import ${file}: ${messageOf(error)}. Give a JSON file.`, {
      cause: error,
      at: { file },
    })
  }
}

/** What asks an MCP server for its tools: it needs the SDK, which not every user has. */
async function mcpClient(from: string): Promise<typeof import('./list-mcp.ts')> {
  try {
    return await import('./list-mcp.ts')
  } catch (error) {
    throw new TracewrightError(
      `Failed to import ${from}: asking an MCP server requires @modelcontextprotocol/sdk. Install it, or give a file with the result of tools/list.`,
      { cause: error },
    )
  }
}

/** Where tools are described. */
export type Source =
  | {
      kind: 'openapi'
      from: string
      /** Paths and URLs, of files and folders, that the document may refer to beside its own folder. Default: none. */
      allowRefs?: readonly string[]
    }
  | { kind: 'openai'; from: string }
  | { kind: 'mcp'; from: string; command?: true }
  | { kind: 'zod'; from: string; module: Readonly<Record<string, unknown>> }

/**
 * Imports tools of one's own from where they are described.
 *
 * @throws TracewrightError where the source cannot be read or is something else
 */
export async function importTools(source: Source, name: string): Promise<Imported> {
  const { from } = source
  switch (source.kind) {
    case 'openapi':
      return toolkitFromOpenApi(await readOpenApi(from, source.allowRefs), name, from)
    case 'openai':
      return toolkitFromOpenAi(jsonIn(from), name, from)
    case 'zod':
      return toolkitFromZod(source.module, name, from)
    case 'mcp': {
      if (source.command === true)
        return toolkitFromMcp(await (await mcpClient(from)).listMcpCommand(from), name, from)
      const listing = isUrl(from) ? await (await mcpClient(from)).listMcpUrl(from) : jsonIn(from)
      return toolkitFromMcp(listing, name, from)
    }
  }
}
