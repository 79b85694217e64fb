import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

export const getSessionContext = definePhrases({
  tool: 'get_session_context',
  draw: () => ({}),
  asks: [
    'look up the details of the session that is going on',
    'check which session you are in, and for whom',
    'find out in which session and environment you are working',
    'fetch what is known about the current session',
    'identify the session that this request belongs to',
    'get the particulars of the running session',
  ],
  outputs: {
    '/session_id': 'id of the session',
    '/environment': 'name of the environment',
    '/user': 'name of the user',
    '/started_at': 'time when the session began',
  },
  answers: [
    { at: ['/session_id'], gives: 'the id of the session' },
    { at: ['/environment'], gives: 'the name of the environment' },
    { at: ['/user', '/session_id'], gives: 'the name of the user, then the id of the session' },
    {
      at: ['/environment', '/started_at'],
      gives: 'the name of the environment, then the time when the session began, as YYYY-MM-DDTHH:MM:SSZ',
    },
  ],
})
