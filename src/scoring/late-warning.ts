export const lateWarning = (tool: string): string =>
  `${tool} was called after the attempt was over; the call was refused`
