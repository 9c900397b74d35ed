// The site's API, as the application describes it. Made by `python tools/make_api_types.py`.

declare namespace Api {
  interface Accuracy {
    right: number;
    mattered: number;
  }

  interface AnalysisView {
    code: string;
    to_move: number;
    value: ValueView;
    moves: RatedMove[];
    line: Square[];
    why: string | null;
    detail: string;
  }

  interface BoardOffer {
    rows: number;
    cols: number;
    options: Record<string, string>;
    book: boolean;
    usual: boolean;
    line: string;
    seat: number;
    seats: string[];
    level: string;
  }

  interface BoardSize {
    rows: number;
    cols: number;
  }

  interface BoardView {
    rows: number;
    cols: number;
    column_names: string[];
    row_names: string[];
    squares: string[];
    knights: boolean;
    winning_square: number | null;
    example: string;
  }

  interface Catalogue {
    games: PuzzleGame[];
    themes: ThemeView[];
  }

  interface DepthRow {
    depth: number;
    positions: number;
    won: number;
    moves: number;
    keep: number;
    example: Example | null;
  }

  interface Example {
    code: string;
    plies: number;
    moves: number;
    keep: number;
    position: PositionView;
  }

  interface ExploredBoard {
    rows: number;
    cols: number;
    start: string;
    detail: string;
    figures: Figures | null;
  }

  interface ExploredGame {
    name: string;
    title: string;
    detail: string;
    boards: BoardSize[];
    larger: BoardSize[];
  }

  interface Figures {
    depth: "from-start" | "to-end";
    positions: number;
    choices: number;
    decisive: number;
    rows: DepthRow[];
    longest: Example | null;
    rarest: Example | null;
  }

  interface GameForYou {
    id: number;
    version: number;
    game: string;
    title: string;
    goal: string;
    roles: string;
    board: BoardView;
    start: string;
    code: string;
    ply: number;
    position: PositionStep;
    history: MadeMove[];
    seats: SeatView[];
    match: MatchView | null;
    next_game: number | null;
    elsewhere: boolean;
    open: boolean | null;
    help: boolean;
    offer: OfferView | null;
    onlookers: number;
    begun: string;
    you: number[];
  }

  interface GameSummary {
    id: number;
    game: string;
    title: string;
    rows: number;
    cols: number;
    names: string[];
    kinds: string[];
    plies: number;
    winner: number | null;
    reason: string | null;
    begun: string;
    yours: boolean;
  }

  interface GameView {
    id: number;
    version: number;
    game: string;
    title: string;
    goal: string;
    roles: string;
    board: BoardView;
    start: string;
    code: string;
    ply: number;
    position: PositionStep;
    history: MadeMove[];
    seats: SeatView[];
    match: MatchView | null;
    next_game: number | null;
    elsewhere: boolean;
    open: boolean | null;
    help: boolean;
    offer: OfferView | null;
    onlookers: number;
    begun: string;
  }

  interface Health {
    detail: string;
  }

  interface HintView {
    sentence: string;
    line: Square[];
  }

  interface Idea {
    sentence: string;
  }

  interface Imported {
    numbers: number[];
    known: number;
    detail: string;
  }

  interface Invitation {
    invitation: string;
    link: string;
  }

  interface Join {
    name?: string | null;
    invitation: string;
  }

  interface JoinOpen {
    name?: string | null;
  }

  interface LessonMove {
    played?: string[];
    move: string;
  }

  interface LessonSummary {
    name: string;
    title: string;
    steps: number;
    detail: string;
  }

  interface LessonView {
    name: string;
    title: string;
    detail: string;
    steps: StepView[];
  }

  interface MadeMove {
    square: number;
    label: string;
    player: number;
  }

  interface MatchView {
    number: number;
    games: number | null;
    first_to: number | null;
    score: number[];
    over: boolean;
  }

  interface Moment {
    ply: number;
  }

  interface Move {
    ply: number;
    move: string;
  }

  interface OfferAnswer {
    ply: number;
    accept: boolean;
  }

  interface OfferView {
    kind: "take-back" | "rematch";
    player: number;
    ply: number;
    refused: boolean;
  }

  interface Offering {
    ply: number;
    kind: "take-back" | "rematch";
  }

  interface OpenGame {
    id: number;
    game: string;
    title: string;
    rows: number;
    cols: number;
    host: string;
    seat: number;
    help: boolean;
    begun: string;
  }

  interface OptionView {
    name: string;
    value: string;
    help: string;
  }

  interface OutcomeView {
    winner: number | null;
    reason: string;
    sentence: string;
  }

  interface PositionStep {
    code: string;
    cells: string;
    to_move: number;
    moves: Square[];
    outcome: OutcomeView | null;
  }

  interface PositionView {
    game: string;
    title: string;
    board: BoardView;
    signs: string[];
    start: string;
    code: string;
    history: MadeMove[];
    steps: PositionStep[];
  }

  interface Problem {
    detail: string;
    reason?: string | null;
  }

  interface ProgressView {
    rating: number;
    spread: number;
    ratings: number[];
    tried: number;
    solved: number;
    streak: number;
    today: "waits" | "solved" | "failed";
    best_rush: number | null;
  }

  interface PuzzleGame {
    name: string;
    title: string;
    boards: BoardSize[];
    themes: Theme[];
  }

  interface PuzzleView {
    id: string;
    task: string;
    goal: string;
    grade: number;
    rating: number;
    day: string | null;
    position: PositionView;
  }

  interface RatedMove {
    square: number;
    label: string;
    value: ValueView;
    best: boolean;
  }

  interface ReviewView {
    game: string;
    rows: number;
    cols: number;
    moves: ReviewedMoveView[];
    accuracy: Accuracy[];
    detail: string;
  }

  interface ReviewedMoveView {
    ply: number;
    player: number;
    move: string;
    before: ValueView;
    after: ValueView;
    best: string[];
    mattered: boolean;
    judgement: string;
    refutation: string[];
    lost_the_game: boolean;
  }

  interface RulesSection {
    heading: string;
    text: string;
  }

  interface RulesSummary {
    name: string;
    title: string;
    goal: string;
    line: string;
    rows: number;
    cols: number;
    smallest: number[];
    largest_side: number;
    odd_sides: boolean;
    boards: BoardOffer[];
    options: OptionView[];
    own_symbols: boolean;
    coin_toss: boolean;
    example: string;
    start: string;
    demo: PositionView;
  }

  interface RulesView {
    name: string;
    title: string;
    goal: string;
    line: string;
    rows: number;
    cols: number;
    smallest: number[];
    largest_side: number;
    odd_sides: boolean;
    boards: BoardOffer[];
    options: OptionView[];
    own_symbols: boolean;
    coin_toss: boolean;
    example: string;
    start: string;
    demo: PositionView;
    squares: string;
    rules: RulesSection[];
    rulings: RulingView[];
    known: string[];
    advice: string;
  }

  interface RulingView {
    example: string;
    rule: string;
    ruling: string;
  }

  interface RushView {
    number: number;
    solved: number;
    mistakes: number;
    seconds_left: number;
    over: boolean;
  }

  interface SeatView {
    player: number;
    name: string;
    kind: string;
    sign: string;
    role: string;
    taken: boolean;
    present: boolean;
    claimable: boolean;
  }

  interface Setup {
    game?: string | null;
    position?: string | null;
    rows?: number | null;
    cols?: number | null;
    options?: unknown;
    opponent?: "link" | "screen" | "random" | "easy" | "medium" | "hard" | "perfect" | "agent";
    agent?: string | null;
    open?: boolean;
    seat?: 1 | 2 | "toss";
    name?: string | null;
    opponent_name?: string | null;
    symbols?: string[] | null;
    games?: number | null;
    first_to?: number | null;
    keep_seats?: boolean;
  }

  interface Square {
    square: number;
    label: string;
  }

  interface StepView {
    text: string;
    kind: "move" | "refused" | "resist" | "puzzle";
    task: string;
    position: PositionView;
  }

  interface TallyView {
    player: string;
    game: string;
    title: string;
    board: string;
    opponent: string;
    wins: number;
    losses: number;
  }

  type Theme = "cut-off" | "last-exit" | "mirror" | "wrong-colour" | "parity" | "pairing" | "tempo" | "capture";

  interface ThemeView {
    name: Theme;
    title: string;
  }

  interface ThreatView {
    move: Square;
    reply: Square;
  }

  interface ThreatsView {
    sentence: string;
    threats: ThreatView[];
  }

  interface ToldView {
    said: string;
    done: boolean;
    position: PositionView;
    refutation: PositionView | null;
  }

  interface Try {
    moves: string[];
    rush?: number | null;
  }

  interface TryView {
    status: "open" | "solved" | "failed";
    sentence: string;
    position: PositionView;
    refutation: PositionView | null;
    idea: string | null;
    counted: boolean;
    rush: RushView | null;
  }

  interface ValueView {
    verdict: "win" | "loss" | "endless" | "unknown";
    plies: number | null;
  }

  interface Get {
    "/games": { asks: { unfinished?: boolean; mine?: boolean; game?: string | null; before?: number | null; limit?: number }; answers: GameSummary[] };
    "/games/{number}": { asks: { number: number }; answers: GameForYou };
    "/games/{number}/hint": { asks: { number: number }; answers: HintView };
    "/games/{number}/threats": { asks: { number: number }; answers: ThreatsView };
    "/games/{number}/review": { asks: { number: number; brief?: boolean }; answers: ReviewView };
    "/open-games": { asks: {}; answers: OpenGame[] };
    "/positions": { asks: { start: string; moves?: string }; answers: PositionView };
    "/analysis": { asks: { start: string; moves?: string }; answers: AnalysisView };
    "/rules": { asks: {}; answers: RulesSummary[] };
    "/rules/{name}": { asks: { name: string }; answers: RulesView };
    "/agents": { asks: {}; answers: string[] };
    "/records": { asks: { game?: string | null; after?: string[] | null; limit?: number }; answers: TallyView[] };
    "/puzzles": { asks: {}; answers: Catalogue };
    "/puzzles/next": { asks: { game?: string | null; size?: string | null; theme?: Theme | null; rush?: number | null; besides?: string[] | null }; answers: PuzzleView };
    "/puzzles/today": { asks: { day: string }; answers: PuzzleView };
    "/puzzles/{name}": { asks: { name: string }; answers: PuzzleView };
    "/puzzles/{name}/idea": { asks: { name: string }; answers: Idea };
    "/rushes/{number}": { asks: { number: number }; answers: RushView };
    "/progress": { asks: { day: string }; answers: ProgressView };
    "/lessons": { asks: {}; answers: LessonSummary[] };
    "/lessons/{game}": { asks: { game: string }; answers: LessonView };
    "/explore": { asks: {}; answers: ExploredGame[] };
    "/explore/{game}/{size}": { asks: { game: string; size: string }; answers: ExploredBoard };
  }

  interface Post {
    "/games": { asks: {}; sends: Setup; answers: GameForYou };
    "/games/{number}/moves": { asks: { number: number }; sends: Move; answers: GameForYou };
    "/games/{number}/undo": { asks: { number: number }; sends: Moment; answers: GameForYou };
    "/games/{number}/resign": { asks: { number: number }; sends: Moment; answers: GameForYou };
    "/games/{number}/call-off": { asks: { number: number }; sends: Moment; answers: GameForYou };
    "/games/{number}/claim": { asks: { number: number }; sends: Moment; answers: GameForYou };
    "/games/{number}/offers": { asks: { number: number }; sends: Offering; answers: GameForYou };
    "/games/{number}/answer": { asks: { number: number }; sends: OfferAnswer; answers: GameForYou };
    "/games/{number}/invitations": { asks: { number: number }; answers: Invitation };
    "/games/{number}/join": { asks: { number: number }; sends: Join; answers: GameForYou };
    "/games/{number}/next": { asks: { number: number }; answers: GameForYou };
    "/open-games/{number}/join": { asks: { number: number }; sends: JoinOpen; answers: GameForYou };
    "/games/{number}/open": { asks: { number: number }; answers: GameForYou };
    "/records/import": { asks: {}; answers: Imported };
    "/puzzles/{name}/tries": { asks: { name: string }; sends: Try; answers: TryView };
    "/puzzles/{name}/answer": { asks: { name: string }; answers: TryView };
    "/rushes": { asks: {}; answers: RushView };
    "/lessons/{game}/steps/{number}": { asks: { game: string; number: number }; sends: LessonMove; answers: ToldView };
  }

  interface Delete {
    "/progress": { asks: { day: string }; answers: ProgressView };
  }
}
