import { TracewrightError } from '../../../shared/errors.ts'
import { readJson } from '../../../shared/whole-file.ts'
import type { Imported } from './build.ts'
import {
  buildToolkitOfTools,
  type DescribedTool,
  type LearnedOutput,
  type LearnedOutputs,
} from './described-tools.ts'
import { importMcpToolkit } from './mcp.ts'
import { importOpenAiToolkit } from './openai.ts'
import { importOpenApiToolkit } from './openapi/operations.ts'
import { isUrl, readOpenApi } from './openapi/read-document.ts'
import { importZodToolkit } from './zod.ts'

export type { DescribedTool, Imported, LearnedOutput, LearnedOutputs }

/** What asks an MCP server for its tools: it needs the SDK, which not every user has. */
async function importMcpClient(from: string): Promise<typeof import('./list-mcp.ts')> {
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
  | { kind: 'recording'; from: string; tools: readonly DescribedTool[] }

/**
 * Imports tools of one's own from where they are described.
 *
 * @param learned Output schemas of tools that declare none, by name; not for OpenAPI
 * @throws TracewrightError if the source cannot be read or is something else
 */
export async function importTools(source: Source, name: string, learned?: LearnedOutputs): Promise<Imported> {
  const { from } = source
  switch (source.kind) {
    case 'openapi':
      return importOpenApiToolkit(await readOpenApi(from, source.allowRefs), name, from)
    case 'openai':
      return importOpenAiToolkit(readJson(from, 'tools'), name, from, learned)
    case 'zod':
      return importZodToolkit(source.module, name, from, learned)
    case 'recording':
      return buildToolkitOfTools(source.tools, name, { kind: 'recording', from }, learned)
    case 'mcp': {
      if (source.command === true)
        return importMcpToolkit(await (await importMcpClient(from)).listMcpCommand(from), name, from, learned)
      const listing = isUrl(from)
        ? await (await importMcpClient(from)).listMcpUrl(from)
        : readJson(from, 'tools')
      return importMcpToolkit(listing, name, from, learned)
    }
  }
}
