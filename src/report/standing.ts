/** The attempt that represents a task; undefined without attempts. */
export const readStanding = <Attempt>({
  attempts,
  stands,
}: {
  attempts: readonly Attempt[]
  stands: number
}): Attempt | undefined => attempts[stands]
