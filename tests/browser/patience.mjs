// Waiting for what should happen, and for no fixed time.

/** How long a person waits. Generous: it is only spent when a test fails. */
export const PATIENCE = 60_000;

/** Tries again until the check holds; the last failure is told when patience is at its end. */
export async function eventually(check) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
  }
}
