import { expect, test } from 'vitest'
import { saysFailure } from '../../../../src/scoring/faults/says-failure.ts'

test.each([
  'The booking failed.',
  'I could not reach the weather service.',
  "I couldn't send the message, so nothing was sent.",
  'The request timed out, and I do not know whether the invoice was issued.',
  'I was unable to book the room.',
  'The service answered with an error: 500.',
  'Booked the room. The confirmation could not be sent.',
  'There was no reply from the calendar.',
  'INFEASIBLE: access was denied.',
  'Rate limited; giving up.',
  'It has not been possible to finish this.',
  'I did not get an answer.',
  'No error text came, but the call failed.',
])('says that something failed: %s', (answer) => {
  expect(saysFailure(answer)).toBe(true)
})

test.each([
  '',
  'Done.',
  'The room is booked. ANSWER: book_1a2b',
  'The message was sent without errors.',
  'Everything went well, no errors.',
  'Nothing failed.',
  'The upload did not fail.',
  "It didn't time out.",
  'All steps were done with zero failures.',
  'Sent without any error to note.',
  'The notes are in the file.',
])('does not: %s', (answer) => {
  expect(saysFailure(answer)).toBe(false)
})
