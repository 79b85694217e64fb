import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { TEXTS } from '../../../generate/pools/texts.ts'

export const compressData = definePhrases({
  tool: 'compress_data',
  draw: (rng) => ({
    data: [...rng.sample(TEXTS, rng.int(1, 2)), drawMessage(rng)].join(' '),
    algorithm: rng.pick(['gzip', 'zlib', 'lz4']),
  }),
  asks: [
    'find out how small {data} gets when it is compressed with {algorithm}',
    'measure how far {algorithm} compression shrinks {data}',
    'work out what compressing {data} with {algorithm} would save',
    'check what {algorithm} compression does to the size of {data}',
    'compare the size of {data} before and after compression with {algorithm}',
  ],
  outputs: {
    '/ratio': 'ratio of compressed to original size',
    '/compressed_size': 'compressed size in bytes',
    '/original_size': 'original size in bytes',
  },
  answers: [
    { at: ['/ratio'], gives: 'the size after compression divided by the size before, with all its decimals' },
    {
      at: ['/original_size', '/compressed_size'],
      gives: 'the size in bytes before compression, then the size in bytes after',
    },
    {
      at: ['/compressed_size', '/ratio'],
      gives:
        'the size in bytes after compression, then that size divided by the size before, with all its decimals',
    },
  ],
})
