/** What people meet about. */
export const MEETINGS = [
  'Choice of the new supplier',
  'Rota for the summer',
  'Repair of the slipway',
  'Second draft of the programme',
  'Lessons of the winter season',
  'Opening hours of the museum',
  'Hand-over of the workshop',
  'Prices for next year',
  'Plan for the harvest',
  'Route of the night bus',
  'Layout of the new kitchen',
  'Complaints of the month',
  'Safety walk through the depot',
  'Audition of the cello players',
  'Budget of the rowing club',
  'First sketches of the poster',
  'Move to the east wing',
  'Talks with the landlord',
] as const

/** Where people meet. */
export const ROOMS = [
  'Blue Room',
  'Boiler House',
  'Hall 4',
  'Library, second floor',
  'Pier Office',
  'Canteen',
  'Room 212',
  'Studio B',
  'Glass Pavilion',
  'Old Chapel',
  'Conference Room Birch',
  'Roof Terrace',
] as const

/** Channels of a chat. */
export const CHANNELS = [
  '#harbour-crew',
  '#night-shift',
  '#kitchen',
  '#front-desk',
  '#depot-north',
  '#stage-team',
  '#garden-group',
  '#drivers',
  '#announcements',
  '#lost-and-found',
] as const
