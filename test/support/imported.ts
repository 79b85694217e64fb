import { importOpenApiToolkit } from '../../src/tools/imported/import/openapi/operations.ts'
import { readOpenApi } from '../../src/tools/imported/import/openapi/read-document.ts'
import type { Toolkit } from '../../src/tools/imported/toolkit.ts'

const EXAMPLES = 'node_modules/@readme/oas-examples'

/** Documents that every test of importing runs through. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  clinic: 'test/fixtures/clinic.openapi.yaml',
  'petstore 2.0 json': `${EXAMPLES}/2.0/json/petstore.json`,
  'petstore 2.0 yaml': `${EXAMPLES}/2.0/yaml/petstore.yaml`,
  'petstore 3.0 json': `${EXAMPLES}/3.0/json/petstore.json`,
  'petstore 3.0 yaml': `${EXAMPLES}/3.0/yaml/petstore.yaml`,
  'petstore 3.1 json': `${EXAMPLES}/3.1/json/petstore.json`,
  'petstore 3.1 yaml': `${EXAMPLES}/3.1/yaml/petstore.yaml`,
}

/** The toolkit of a document, as `tracewright import openapi` makes it. */
export async function importToolkit(file: string, name = 'own'): Promise<Toolkit> {
  return importOpenApiToolkit(await readOpenApi(file), name, file).toolkit
}
