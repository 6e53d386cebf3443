// Types of the server's messages (docs/server.md). docs/message_types.py generates this file.

/** @typedef {Record<string, any>} View */
/**
 * A text in both languages.
 * @typedef {object} LocalizedText
 * @property {string} en
 * @property {string} ja
 */
/**
 * An error.
 * @typedef {object} ErrorMessage
 * @property {string} code
 * @property {string} en
 * @property {string} ja
 */
/**
 * An option of a game: a number from `low` to `high`, one of the `choices` with its label, or a text.
 * @typedef {object} Option
 * @property {string} name
 * @property {LocalizedText} label
 * @property {number | string} default
 * @property {number | string} quick_start
 * @property {number | null} low
 * @property {number | null} high
 * @property {string[] | null} choices
 * @property {LocalizedText[] | null} choice_labels
 */
/**
 * A deck that ships. Options whose names begin with `deck` accept its id.
 * @typedef {object} Deck
 * @property {string} id
 * @property {LocalizedText} name
 * @property {LocalizedText | null} plan
 * @property {Record<string, number>} cards
 */
/**
 * A game. `coin_toss`: the first seat is random. `labels` are the words for keys and values of views and events.
 * @typedef {object} Game
 * @property {string} id
 * @property {LocalizedText} title
 * @property {LocalizedText | null} blurb
 * @property {string | null} picture
 * @property {boolean} rules
 * @property {boolean} tutorial
 * @property {boolean} how_to_play
 * @property {number} seats
 * @property {LocalizedText[]} seat_titles
 * @property {boolean} coin_toss
 * @property {number} min_score
 * @property {number} max_score
 * @property {string} information
 * @property {boolean} cards
 * @property {Record<string, LocalizedText>} labels
 * @property {Option[]} options
 * @property {number} levels
 * @property {string[]} bots
 * @property {boolean} daily
 * @property {Deck[]} decks
 */
/**
 * All games of the server.
 * @typedef {object} Games
 * @property {string} build
 * @property {number} protocol
 * @property {Game[]} games
 */
/**
 * A card.
 * @typedef {object} Card
 * @property {string} id
 * @property {LocalizedText} name
 * @property {LocalizedText} text
 * @property {Record<string, any>} facts
 */
/**
 * A rulebook.
 * @typedef {object} Rules
 * @property {string} title
 * @property {string} html
 */
/**
 * A clock: initial seconds, and seconds added for each action.
 * @typedef {object} ClockSettings
 * @property {number} initial
 * @property {number} [increment]
 */
/**
 * A seat and its player. A CPU has a level, or the name of a bot. `commitment` is the SHA-256 digest of the player's contribution to the seed; null for players without one. `contribution` is public with the seed.
 * @typedef {object} Seat
 * @property {"human" | "open" | "cpu"} kind
 * @property {string | null} name
 * @property {number | null} level
 * @property {LocalizedText} title
 * @property {string | null} commitment
 * @property {string | null} contribution
 */
/**
 * A puzzle. Numbers that were not proved are null.
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {LocalizedText} title
 * @property {LocalizedText} goal
 * @property {number | null} tier
 * @property {number | null} par
 * @property {number | null} solutions
 */
/**
 * The public data of a table. `commitment` is null while a seat is open, `seed` and `secret` before the end. `secret` is also null if no player contributed to the seed. `first` is the seat that begins; it is null before the start and if the game starts from a position.
 * @typedef {object} Table
 * @property {string} id
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {"open" | "dealing" | "playing" | "over"} status
 * @property {Seat[]} seats
 * @property {boolean} practice
 * @property {boolean} public
 * @property {boolean} quick
 * @property {ClockSettings | null} clock
 * @property {string | null} commitment
 * @property {string | null} seed
 * @property {string | null} secret
 * @property {number} created
 * @property {number} updated
 * @property {number} number
 * @property {number} ply
 * @property {number | null} first
 * @property {number | null} turn
 * @property {number[] | null} result
 * @property {number[] | null} outcomes
 * @property {"play" | "resign" | "timeout" | "abandon" | "forfeit" | null} ended
 * @property {string | null} rematch
 * @property {string | null} daily
 * @property {Puzzle | null} puzzle
 */
/**
 * A seat and its token. The token is sent only once.
 * @typedef {object} Token
 * @property {number} seat
 * @property {string} token
 */
/**
 * A table and the client's seats.
 * @typedef {object} Seated
 * @property {Table} table
 * @property {Token[]} seats
 */
/**
 * A CPU seat with its level.
 * @typedef {object} CpuSeat
 * @property {number} cpu
 */
/**
 * A CPU seat with a bot of the server, one of `bots` of its game.
 * @typedef {object} BotSeat
 * @property {string} bot
 */
/**
 * The deal of a finished table.
 * @typedef {object} SameDeal
 * @property {string} same_as
 */
/**
 * The deal of a seed.
 * @typedef {object} SeedDeal
 * @property {string} seed
 */
/**
 * The position of a finished table after some actions.
 * @typedef {object} FromTable
 * @property {string} table
 * @property {number} ply
 */
/**
 * The position of a replay after some actions.
 * @typedef {object} FromReplay
 * @property {Record<string, any>} replay
 * @property {number} ply
 */
/**
 * A puzzle that ships.
 * @typedef {object} FromPuzzle
 * @property {string} puzzle
 */
/**
 * A custom position, with custom cards under `cards`.
 * @typedef {object} FromPosition
 * @property {Record<string, any>} position
 */
/**
 * A deal with custom cards (YAML). The decks in `options` may contain them.
 * @typedef {object} FromCustomCards
 * @property {string} custom
 * @property {Record<string, number | string>} [options]
 */
/**
 * A request for a new table.
 * @typedef {object} NewTable
 * @property {string} game
 * @property {Record<string, number | string>} [options]
 * @property {("me" | "open" | CpuSeat | BotSeat)[]} seats
 * @property {string | null} [name]
 * @property {string | null} [commitment]
 * @property {boolean} [public]
 * @property {boolean} [practice]
 * @property {ClockSettings | null} [clock]
 * @property {"daily" | SameDeal | SeedDeal | null} [deal]
 * @property {FromTable | FromReplay | FromPuzzle | FromPosition | FromCustomCards | null} [from]
 */
/**
 * A request for a quick match. `deck` is allowed if the game has a deck for each seat.
 * @typedef {object} QuickMatch
 * @property {string} game
 * @property {string | null} [name]
 * @property {string | null} [commitment]
 * @property {string | null} [deck]
 */
/**
 * A request for a seat. `deck` is allowed if the game has a deck for each seat.
 * @typedef {object} TakeSeat
 * @property {string | null} [name]
 * @property {string | null} [commitment]
 * @property {number | null} [seat]
 * @property {string | null} [deck]
 */
/**
 * A request to cancel a table that has not started, with the token of one of its seats.
 * @typedef {object} CancelTable
 * @property {string} token
 */
/**
 * The contribution of a seat to the seed.
 * @typedef {object} RevealContribution
 * @property {string} token
 * @property {string} contribution
 */
/**
 * A replay file.
 * @typedef {object} Replay
 * @property {string} format
 * @property {string} game
 * @property {number} rules_version
 * @property {string} generator
 * @property {string} seed
 * @property {Record<string, any>} options
 * @property {Record<string, any> | null} start
 * @property {Record<string, string>} cards
 * @property {string[]} actions
 * @property {Record<string, string>} fingerprints
 * @property {number[] | null} result
 * @property {boolean} practice
 * @property {number} undone
 * @property {string} digest
 */
/**
 * The result of verifying a replay.
 * @typedef {object} Verdict
 * @property {"EXACT" | "DIVERGED" | "UNVERIFIED"} kind
 * @property {number} ply
 * @property {string} en
 * @property {string} ja
 */
/**
 * A proof about a deal. `par` is the number of plays of the shortest win, `fewest` that of the best line found.
 * @typedef {object} Par
 * @property {"SOLVED" | "IMPOSSIBLE" | "UNKNOWN"} verdict
 * @property {number | null} par
 * @property {number | null} fewest
 */
/**
 * The chance to win after `ply` actions. `seat` decides there; it is null at the end.
 * @typedef {object} ChancePoint
 * @property {number} ply
 * @property {number | null} seat
 * @property {number} chance
 */
/**
 * An action that changed a chance: the ply after it and the seat that played it. `retry` is the ply of the last decision before it of the seat whose chance it is.
 * @typedef {object} TurningPoint
 * @property {number} ply
 * @property {number} seat
 * @property {LocalizedText} text
 * @property {number} before
 * @property {number} after
 * @property {number | null} retry
 */
/**
 * The chances of a seat over a game, and the actions that changed them most.
 * @typedef {object} Chances
 * @property {number} seat
 * @property {ChancePoint[]} points
 * @property {TurningPoint[]} turning_points
 */
/** An event as its viewer may see it, with the fields of its game. Events of the log have a text and a channel. @typedef {{kind: string, text?: LocalizedText, channel?: string} & Record<string, any>} GameEvent */
/**
 * A part of a win condition, with its present value in words.
 * @typedef {object} GoalPart
 * @property {LocalizedText} text
 * @property {boolean} met
 */
/**
 * A way to win: the card that has it, and the parts of its condition.
 * @typedef {object} Goal
 * @property {string} card
 * @property {GoalPart[]} parts
 */
/**
 * A legal action as a sentence. `preview` has the places that it would change, by the kind of change. `outcome` says what it would lead to.
 * @typedef {object} LessonAction
 * @property {string} action
 * @property {LocalizedText} text
 * @property {Record<string, string[]>} preview
 * @property {LocalizedText | null} outcome
 */
/**
 * An action that fulfils the task of a lesson, the events up to the next lesson, and the view after them.
 * @typedef {object} LessonPlay
 * @property {string} action
 * @property {LocalizedText} text
 * @property {Record<string, string[]>} preview
 * @property {LocalizedText | null} outcome
 * @property {GameEvent[]} events
 * @property {Record<string, any>} view
 * @property {Goal[]} goals
 */
/**
 * A lesson. Without a task it is only read.
 * @typedef {object} Lesson
 * @property {LocalizedText} text
 * @property {LocalizedText | null} task
 * @property {LocalizedText | null} hint
 * @property {LocalizedText | null} result
 * @property {Record<string, any>} view
 * @property {string[]} legal
 * @property {LocalizedText | null} prompt
 * @property {Goal[]} goals
 * @property {LessonAction[]} actions
 * @property {LessonPlay[]} plays
 */
/**
 * One of the most important ideas of a game. `picture` has the signs that the game's screen draws.
 * @typedef {object} Idea
 * @property {LocalizedText} title
 * @property {LocalizedText} text
 * @property {string[]} picture
 */
/**
 * An introduction to a game on one screen: its goal, the steps of a turn and its most important ideas.
 * @typedef {object} HowToPlay
 * @property {LocalizedText} goal
 * @property {LocalizedText[]} turn
 * @property {Idea[]} ideas
 */
/**
 * A guided first game for the first seat.
 * @typedef {object} Tutorial
 * @property {LocalizedText} title
 * @property {Lesson[]} lessons
 */
/**
 * One step of a replay.
 * @typedef {object} ReplayFrame
 * @property {number} ply
 * @property {number | null} seat
 * @property {string | null} action
 * @property {LocalizedText | null} text
 * @property {GameEvent[]} events
 * @property {Record<string, any>} view
 * @property {Goal[]} goals
 */
/**
 * A replay, step by step.
 * @typedef {object} Frames
 * @property {Verdict} verdict
 * @property {ReplayFrame[]} frames
 */
/**
 * An entry of a table's log. `ply` is the number of actions after it.
 * @typedef {object} LogEntry
 * @property {number} number
 * @property {"play" | "resign" | "timeout" | "abandon" | "forfeit" | "takeback" | "takeback_request" | "takeback_decline" | "rematch"} kind
 * @property {number} seat
 * @property {number} ply
 * @property {string | null} action
 * @property {GameEvent[]} events
 */
/**
 * The milliseconds left by seat, and the seat whose clock runs.
 * @typedef {object} ClockState
 * @property {number[]} left
 * @property {number | null} running
 */
/**
 * The situation after the last entry. `plays` is the number of actions without the choices that belong to another play. `legal` and `prompt` are for the seat that decides. `takeback` is the seat that has requested a takeback. `can_take_back` tells whether the receiver has an action to take back.
 * @typedef {object} TableState
 * @property {number} number
 * @property {number} ply
 * @property {number} plays
 * @property {number | null} turn
 * @property {string[]} legal
 * @property {LocalizedText | null} prompt
 * @property {Goal[]} goals
 * @property {ClockState | null} clock
 * @property {"open" | "dealing" | "playing" | "over"} status
 * @property {number[] | null} result
 * @property {number[] | null} outcomes
 * @property {"play" | "resign" | "timeout" | "abandon" | "forfeit" | null} ended
 * @property {number | null} takeback
 * @property {boolean} can_take_back
 */
/**
 * The first message. `entries` is null if the client must start from the view; `past` are events for its log.
 * @typedef {object} Welcome
 * @property {number} number
 * @property {number} ply
 * @property {number} plays
 * @property {number | null} turn
 * @property {string[]} legal
 * @property {LocalizedText | null} prompt
 * @property {Goal[]} goals
 * @property {ClockState | null} clock
 * @property {"open" | "dealing" | "playing" | "over"} status
 * @property {number[] | null} result
 * @property {number[] | null} outcomes
 * @property {"play" | "resign" | "timeout" | "abandon" | "forfeit" | null} ended
 * @property {number | null} takeback
 * @property {boolean} can_take_back
 * @property {"welcome"} type
 * @property {Record<string, any>} view
 * @property {number | null} seat
 * @property {Table} table
 * @property {string[]} emotes
 * @property {number} claim_seconds
 * @property {LogEntry[] | null} entries
 * @property {GameEvent[]} past
 */
/**
 * New entries of the log. `view` is null if the client can fold their events; `digest` is that of the view. `past` has the events of the deal if the game has just started; otherwise it is null.
 * @typedef {object} Update
 * @property {number} number
 * @property {number} ply
 * @property {number} plays
 * @property {number | null} turn
 * @property {string[]} legal
 * @property {LocalizedText | null} prompt
 * @property {Goal[]} goals
 * @property {ClockState | null} clock
 * @property {"open" | "dealing" | "playing" | "over"} status
 * @property {number[] | null} result
 * @property {number[] | null} outcomes
 * @property {"play" | "resign" | "timeout" | "abandon" | "forfeit" | null} ended
 * @property {number | null} takeback
 * @property {boolean} can_take_back
 * @property {"update"} type
 * @property {LogEntry[]} entries
 * @property {GameEvent[] | null} past
 * @property {Record<string, any> | null} view
 * @property {string} digest
 */
/**
 * The answer to a `view` request.
 * @typedef {object} ViewAnswer
 * @property {number} number
 * @property {number} ply
 * @property {number} plays
 * @property {number | null} turn
 * @property {string[]} legal
 * @property {LocalizedText | null} prompt
 * @property {Goal[]} goals
 * @property {ClockState | null} clock
 * @property {"open" | "dealing" | "playing" | "over"} status
 * @property {number[] | null} result
 * @property {number[] | null} outcomes
 * @property {"play" | "resign" | "timeout" | "abandon" | "forfeit" | null} ended
 * @property {number | null} takeback
 * @property {boolean} can_take_back
 * @property {"view"} type
 * @property {Record<string, any>} view
 */
/**
 * An entry was added.
 * @typedef {object} Ack
 * @property {"ack"} type
 * @property {string} id
 * @property {number} number
 */
/**
 * A request was refused.
 * @typedef {object} Refused
 * @property {string} code
 * @property {string} en
 * @property {string} ja
 * @property {"refused"} type
 * @property {string | null} id
 */
/**
 * A legal action as a sentence.
 * @typedef {object} DescribedAction
 * @property {string} action
 * @property {LocalizedText} text
 */
/**
 * A legal action as a sentence. `preview` has the places that it would change, by the kind of change. `outcome` says what it would lead to.
 * @typedef {object} LegalAction
 * @property {string} action
 * @property {LocalizedText} text
 * @property {Record<string, string[]>} preview
 * @property {LocalizedText | null} outcome
 */
/**
 * The legal actions as sentences.
 * @typedef {object} Described
 * @property {"described"} type
 * @property {string} id
 * @property {number} ply
 * @property {LegalAction[]} actions
 */
/**
 * Why an item cannot be used now; null if there is nothing to say.
 * @typedef {object} Explained
 * @property {"explained"} type
 * @property {string} id
 * @property {number} ply
 * @property {ErrorMessage | null} reason
 */
/**
 * An action of a hint. `payoff` is null unless the game has payoffs.
 * @typedef {object} HintAction
 * @property {string} action
 * @property {LocalizedText} text
 * @property {number} chance
 * @property {number | null} payoff
 */
/**
 * A hint: actions, best first. `plays` is the number of plays to a proved win.
 * @typedef {object} Hint
 * @property {"hint"} type
 * @property {string} id
 * @property {number} ply
 * @property {HintAction[]} actions
 * @property {boolean} proved
 * @property {number | null} plays
 */
/**
 * A player joined.
 * @typedef {object} Seats
 * @property {"seats"} type
 * @property {Table} table
 */
/**
 * Connected seats, milliseconds since players left, and the number of spectators.
 * @typedef {object} Presence
 * @property {"presence"} type
 * @property {boolean[]} seats
 * @property {(number | null)[]} away
 * @property {number} watchers
 */
/**
 * An emote of a player.
 * @typedef {object} Emote
 * @property {"emote"} type
 * @property {number} seat
 * @property {string} emote
 */
/**
 * The new table of a rematch, and the seat of the viewer there.
 * @typedef {object} Rematch
 * @property {"rematch"} type
 * @property {string} table
 * @property {number | null} seat
 */
/**
 * The server has other pages.
 * @typedef {object} Reload
 * @property {"reload"} type
 * @property {string} build
 * @property {number} protocol
 */
/**
 * The server closes the socket.
 * @typedef {object} Bye
 * @property {"bye"} type
 * @property {string} code
 */
/**
 * The answer to a ping.
 * @typedef {object} Pong
 * @property {"pong"} type
 */
/**
 * The puzzle of a UTC day.
 * @typedef {object} DailyPuzzle
 * @property {string} date
 * @property {string} game
 * @property {string} puzzle
 */
/**
 * A text in both languages.
 * @typedef {object} LocalizedTextInput
 * @property {string} en
 * @property {string} ja
 */
/**
 * A title in both languages.
 * @typedef {object} Titles
 * @property {string} en
 * @property {string} ja
 */
/**
 * A deck to check.
 * @typedef {object} DeckInput
 * @property {string} id
 * @property {LocalizedTextInput} name
 * @property {LocalizedTextInput | null} [plan]
 * @property {Record<string, number>} cards
 * @property {string} [custom]
 */
/**
 * A YAML text. Its size is checked when it is parsed.
 * @typedef {object} YamlInput
 * @property {string} yaml
 */
/**
 * A problem of a text. Line and column count from 1 and are null if unknown.
 * @typedef {object} Problem
 * @property {number | null} line
 * @property {number | null} column
 * @property {string} path
 * @property {string} code
 * @property {string} en
 * @property {string} ja
 */
/**
 * The file of a deck, its value as an option, and its problems.
 * @typedef {object} CheckedDeck
 * @property {string} yaml
 * @property {string} option
 * @property {Problem[]} problems
 */
/**
 * The deck in a file; null if it has problems.
 * @typedef {object} ReadDeck
 * @property {Deck | null} deck
 * @property {Problem[]} problems
 */
/**
 * A checked card with the texts of its abilities and its file.
 * @typedef {object} CheckedCard
 * @property {string} id
 * @property {LocalizedText} name
 * @property {LocalizedText} text
 * @property {Record<string, any>} facts
 * @property {LocalizedText[]} abilities
 * @property {string} yaml
 */
/**
 * A position that demonstrates an ability, or a card without abilities.
 * @typedef {object} Demo
 * @property {string} card
 * @property {number | null} ability
 * @property {LocalizedText} text
 * @property {Record<string, any>} position
 */
/**
 * Valid cards, problems of the others, notes about cards that replace an included one, and demo positions.
 * @typedef {object} CheckedCards
 * @property {CheckedCard[]} cards
 * @property {Problem[]} problems
 * @property {Problem[]} notes
 * @property {Demo[]} tries
 */
/**
 * A card file.
 * @typedef {object} Yaml
 * @property {string} yaml
 */
/**
 * A text with a position, a puzzle or a replay. `game` is required for a position.
 * @typedef {object} PositionText
 * @property {string} text
 * @property {string | null} [game]
 * @property {number | null} [ply]
 */
/**
 * The content of a text; null if it has problems.
 * @typedef {object} ReadPosition
 * @property {"position" | "puzzle" | "replay" | null} kind
 * @property {string | null} game
 * @property {Record<string, any> | null} position
 * @property {Record<string, any> | null} view
 * @property {number | null} seat
 * @property {Puzzle | null} puzzle
 * @property {Problem[]} problems
 */
/**
 * A position of a game.
 * @typedef {object} PositionInput
 * @property {string} game
 * @property {Record<string, any>} position
 */
/**
 * A position to make a puzzle from.
 * @typedef {object} PuzzleInput
 * @property {string} game
 * @property {Record<string, any>} position
 * @property {Titles} title
 */
/**
 * An action and its text.
 * @typedef {object} Step
 * @property {string} action
 * @property {LocalizedText} text
 */
/**
 * A proof. `par` is the number of plays of the shortest win, `plays` that of `line`, `at_least` a lower bound.
 * @typedef {object} Proof
 * @property {"SOLVED" | "IMPOSSIBLE" | "UNKNOWN"} verdict
 * @property {number | null} par
 * @property {number | null} plays
 * @property {number | null} at_least
 * @property {Step[]} line
 * @property {number} nodes
 * @property {number} seconds
 */
/**
 * A new puzzle and its file.
 * @typedef {object} NewPuzzle
 * @property {Puzzle} puzzle
 * @property {string} yaml
 */
/**
 * Deals of a one-player game for a CPU level.
 * @typedef {object} TrialsInput
 * @property {Record<string, number | string>} [options]
 * @property {number} level
 * @property {number} first
 * @property {number} count
 */
/**
 * The numbers of deals played within the time limit and won.
 * @typedef {object} Trials
 * @property {number} played
 * @property {number} won
 */
/** @typedef {Welcome | Update | ViewAnswer | Ack | Refused | Described | Explained | Hint | Seats | Presence | Emote | Rematch | Reload | Bye | Pong} ServerMessage */

export {};
