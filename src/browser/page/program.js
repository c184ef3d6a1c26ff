// Requests to the program. It knows the rules of every game; the page knows none.

/** Why the program refuses a request: a code for the page, and the reason as the message. */
export class Refused extends Error {
  constructor({ code, reason }) {
    super(reason);
    this.code = code;
  }
}

/**
 * Sends a request: a question, or with a `body` something to do. Returns the answer, `null` if there is none.
 * @throws {Refused} if the program refuses it or has ended
 */
export async function ask(path, body, type = "application/json") {
  const options = body === undefined ? {} : { method: "POST", body, headers: { "Content-Type": type } };
  let reply;
  try {
    reply = await fetch(path, options);
  } catch {
    throw new Refused({
      code: "gone",
      reason: "Fibnif has ended: start `fibnif serve` again. The game is saved.",
    });
  }
  if (reply.status === 204) return null;
  const text = await reply.text();
  let value = {};
  try {
    value = JSON.parse(text);
  } catch {
    value = { refused: { code: "answer", reason: text } };
  }
  if (value.refused) throw new Refused(value.refused);
  return value;
}
