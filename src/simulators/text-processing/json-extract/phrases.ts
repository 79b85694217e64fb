import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawJsonRecord } from '../../../generate/pools/json-records.ts'

export const jsonExtract = definePhrases({
  tool: 'json_extract',
  draw: drawJsonRecord,
  asks: [
    'read the value at the path {path} out of the JSON text {data}',
    'look up what stands at the path {path} in this JSON document: {data}',
    'parse {data} as JSON and follow the path {path}',
    'take from the JSON {data} the value that the path {path} leads to',
    'get the value under {path}, a path with indexes from 0, in the JSON text {data}',
  ],
  outputs: { '/value': 'value at the path' },
  answers: [
    {
      at: [{ at: '', via: ['json'] }],
      gives: 'the finding as a JSON object with the fields value and found (true or false)',
    },
    {
      at: [{ at: '', via: ['json', 'upper'] }],
      gives: 'the finding as a JSON object with the fields value and found, all of it in capital letters',
    },
  ],

  ownValues: ['data', 'path'],
})
