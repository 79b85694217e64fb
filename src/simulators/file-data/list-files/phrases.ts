import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

export const listFiles = definePhrases({
  tool: 'list_files',
  // A fresh world holds files below one directory only.
  draw: (rng) => (rng.int(0, 2) === 0 ? {} : { directory: '/data' }),
  asks: [
    'list all files that there are[ below the directory {directory}]',
    'see which files exist[, looking only in the directory {directory}]',
    'get an overview of the stored files[ in {directory}]',
    'show every file[ that the directory {directory} holds], with size and time of creation',
    'find out what files are on record[ under {directory}] and when they were created',
  ],
  outputs: {
    '/files/0/path': 'path of the first file listed',
    '/files/2/path': 'path of the third file listed',
    '/files/0/created_at': 'time when the first file listed was created',
    '/files/4/created_at': 'time when the fifth file listed was created',
  },
  answers: [
    {
      at: ['/files/0/created_at'],
      gives: 'the time of creation of the first file listed, as YYYY-MM-DDTHH:MM:SS',
    },
    {
      at: ['/files/3/created_at'],
      gives: 'the time of creation of the fourth file listed, as YYYY-MM-DDTHH:MM:SS',
    },
    {
      at: ['/files/1/size', '/files/4/size'],
      gives: 'the size in characters of the second file listed, then that of the fifth',
    },
    {
      at: ['/files/2/size', '/files/2/created_at'],
      gives:
        'the size in characters of the third file listed, then its time of creation, as YYYY-MM-DDTHH:MM:SS',
    },
  ],
})
