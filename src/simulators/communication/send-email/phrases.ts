import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { PEOPLE } from '../../../generate/pools/people.ts'
import { drawPerson } from '../../../generate/pools/person-names.ts'
import { SUBJECTS } from '../../../generate/pools/titles.ts'

export const sendEmail = definePhrases({
  tool: 'send_email',
  draw: (rng) => ({
    to: drawPerson(rng).email,
    subject: rng.pick(SUBJECTS),
    body: drawMessage(rng),
    ...(rng.int(0, 1) === 0 ? {} : { cc: rng.pick(PEOPLE).email }),
  }),
  asks: [
    'send an e-mail to {to} with {subject} as the subject and {body} as the body[, and a copy to {cc}]',
    'mail {to}[, with {cc} in copy]; the subject is {subject}, the body is {body}',
    'write an e-mail[ copied to {cc}] (to: {to}; subject: {subject}; body: {body})',
    'e-mail {body} to {to} as the body of a message that has {subject} as its subject[, copied to {cc}]',
    'let {to} have an e-mail whose subject line is {subject} and whose body is {body}[; {cc} gets a copy]',
  ],
  outputs: { '/message_id': 'id of the sent e-mail', '/timestamp': 'time when the e-mail was sent' },
  answers: [],
})
