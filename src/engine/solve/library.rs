//! A library that makes tables in a background thread. All searches of one game in this process share it.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use super::SolveError;
use super::material::Material;
use super::shelf::Shelf;
use super::solver::{Budget, Solver};
use super::table::Progress;
use crate::rules::game::Game;

/// How often a search that waits for tables checks whether to stop.
const LOOK: Duration = Duration::from_millis(2);
/// Tables of up to this many pieces are small, and always kept.
const SMALL: usize = 3;
/// What a table that is urgent may need with all it leads to, in bytes: some seconds of work.
const QUICK: u64 = 48 << 20;

static LIBRARIES: Mutex<Vec<Weak<Library>>> = Mutex::new(Vec::new());

/// The tables of a game, and the thread that makes them on request. The thread ends when it has nothing to do
/// or the library is dropped.
#[derive(Debug)]
pub struct Library(Arc<LibraryState>);

#[derive(Debug)]
struct LibraryState {
    game: Arc<Game>,
    progress: Arc<Progress>,
    desk: Mutex<Desk>,
    solver: Mutex<Solver>,
}

/// The requests and the tables that are ready.
#[derive(Debug, Default)]
struct Desk {
    shelf: Arc<Shelf>,
    /// Endings that a search waits for.
    orders: VecDeque<Order>,
    /// Endings that may be of use, the most useful first.
    wishes: VecDeque<Material>,
    /// Whether they are needed more than the time of the search.
    urgent: bool,
    /// Endings that cannot be solved, or not within this much memory.
    refused: HashSet<(Material, u64)>,
    /// The maximum number of bytes of all tables.
    memory: u64,
    /// What the thread works on.
    work: Job,
    /// Whether the library was dropped.
    gone: bool,
}

/// What the thread of a library works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Job {
    /// It does not run.
    #[default]
    Nothing,
    /// What a search waits for, or it is about to begin: there is nothing to give up.
    Order,
    /// What may be of use.
    Wanted,
}

#[derive(Debug)]
struct Order {
    material: Vec<Material>,
    memory: u64,
    reply: SyncSender<Arc<Shelf>>,
}

impl Library {
    /// The library of a game, shared by all its users.
    ///
    /// # Errors
    /// If the solver does not support the game.
    pub fn of(game: &Arc<Game>) -> Result<Arc<Library>, SolveError> {
        let mut libraries = lock(&LIBRARIES);
        libraries.retain(|library| library.strong_count() > 0);
        let plays =
            |library: &Arc<Library>| Arc::ptr_eq(&library.0.game, game) || library.0.game.def == game.def;
        if let Some(library) = libraries.iter().filter_map(Weak::upgrade).find(plays) {
            return Ok(library);
        }
        let progress = Arc::<Progress>::default();
        let solver = Solver::new(game.clone(), Budget { memory: 0, threads: 1 }, progress.clone())?;
        let (desk, solver) = (Mutex::default(), Mutex::new(solver));
        let library =
            Arc::new(Library(Arc::new(LibraryState { game: game.clone(), progress, desk, solver })));
        libraries.push(Arc::downgrade(&library));
        Ok(library)
    }

    /// The tables that are ready.
    pub fn shelf(&self) -> Arc<Shelf> {
        lock(&self.0.desk).shelf.clone()
    }

    /// Requests tables, the most useful first, in place of the previous request, and limits the bytes of all
    /// tables. Work on those that are `urgent` does not pause, unless it takes long.
    pub fn wish(&self, material: &[Material], memory: u64, urgent: bool) {
        let mut desk = lock(&self.0.desk);
        desk.memory = memory;
        desk.urgent = urgent;
        let missing = material.iter().filter(|material| {
            desk.shelf.get(material).is_none() && !desk.refused.contains(&(**material, memory))
        });
        desk.wishes = missing.copied().collect();
        self.set_to_work(desk);
    }

    /// Takes requests back, and gives up the table in the making if no search waits for it.
    pub fn forget_wishes(&self) {
        let mut desk = lock(&self.0.desk);
        desk.wishes.clear();
        if desk.work == Job::Wanted {
            self.0.progress.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The tables of this material and of all it leads to, made now if need be; those that cannot be made are
    /// left out. `None` if `stop` was set before they were ready.
    pub fn wait(&self, material: Vec<Material>, memory: u64, stop: &AtomicBool) -> Option<Arc<Shelf>> {
        let (reply, answer) = sync_channel(1);
        let mut desk = lock(&self.0.desk);
        desk.orders.push_back(Order { material, memory, reply });
        self.set_to_work(desk);
        loop {
            match answer.recv_timeout(LOOK) {
                Ok(shelf) => return Some(shelf),
                Err(RecvTimeoutError::Timeout) if !stop.load(Ordering::Relaxed) => {}
                Err(_) => return None,
            }
        }
    }

    /// Sets whether the processor is needed elsewhere: then the work on tables often pauses.
    pub fn set_gentle(&self, gentle: bool) {
        self.0.progress.gentle.store(gentle, Ordering::Relaxed);
    }

    /// Whether the work on tables often pauses.
    #[cfg(test)]
    pub(crate) fn is_gentle(&self) -> bool {
        self.0.progress.gentle.load(Ordering::Relaxed)
    }

    fn set_to_work(&self, mut desk: MutexGuard<Desk>) {
        let idle = desk.orders.is_empty() && desk.wishes.is_empty();
        if idle || desk.work != Job::Nothing {
            return;
        }
        desk.work = Job::Order;
        let shared = self.0.clone();
        let thread = thread::Builder::new().name("endings".into());
        if let Err(error) = thread.spawn(move || shared.work()) {
            log::warn!("endings are not solved: {error}");
            *desk = Desk::default();
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        lock(&self.0.desk).gone = true;
        self.0.progress.stop.store(true, Ordering::Relaxed);
    }
}

impl LibraryState {
    /// Works until nothing is requested.
    fn work(&self) {
        let mut solver = lock(&self.solver);
        loop {
            let mut desk = lock(&self.desk);
            if desk.gone {
                return;
            }
            self.progress.stop.store(false, Ordering::Relaxed);
            if let Some(Order { material, memory, reply }) = desk.orders.pop_front() {
                desk.work = Job::Order;
                drop(desk);
                // The search may have stopped waiting.
                let _ = reply.send(Arc::new(self.fetch(&mut solver, &material, memory)));
            } else if let Some(material) = desk.wishes.pop_front() {
                let (memory, urgent) = (desk.memory, desk.urgent);
                desk.work = Job::Wanted;
                drop(desk);
                self.make(&mut solver, &material, memory, urgent);
            } else {
                desk.work = Job::Nothing;
                return;
            }
        }
    }

    /// The tables of some pieces and of all they lead to.
    fn fetch(&self, solver: &mut Solver, materials: &[Material], memory: u64) -> Shelf {
        let mut all = Shelf::default();
        for material in materials {
            self.make(solver, material, memory, false);
            if let Some(tables) = solver.with_all_it_leads_to(material) {
                all.add(tables);
            }
        }
        all
    }

    /// Makes the tables of an ending; each is available as soon as it is ready.
    fn make(&self, solver: &mut Solver, material: &Material, memory: u64, urgent: bool) {
        if lock(&self.desk).refused.contains(&(*material, memory)) {
            return;
        }
        solver.set_memory(memory);
        if let Err(error) = self.try_to_make(solver, material, memory, urgent)
            && error != SolveError::Stopped
        {
            log::debug!("{} is not solved: {error}", material.text(&self.game));
            lock(&self.desk).refused.insert((*material, memory));
        }
    }

    fn try_to_make(
        &self,
        solver: &mut Solver,
        material: &Material,
        memory: u64,
        urgent: bool,
    ) -> Result<(), SolveError> {
        let needs = solver.needs(material)?;
        self.progress.urgent.store(urgent && needs <= QUICK, Ordering::Relaxed);
        if solver.used() + needs > memory {
            let wanted = solver.leads_to(material)?;
            solver.keep(|other| other.len() <= SMALL || wanted.contains(other));
        }
        let fits = solver.used() + needs <= memory;
        let mut missing = solver.missing(material)?;
        // Those with the fewest pieces are soon ready, and no ending leads to one with more.
        missing.sort_by_key(Material::len);
        for next in missing {
            if !fits && next.len() > SMALL {
                // The last of them would not fit: the others are not worth their time.
                return solver.solve(material).map(|_| ());
            }
            solver.solve(&next)?;
            lock(&self.desk).shelf = Arc::new(solver.shelf().clone());
        }
        Ok(())
    }
}

/// The value of a mutex. It is valid even if a thread panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;
    use std::time::Instant;

    #[test]
    fn what_is_no_longer_wished_is_not_made() {
        // No other test has this game, so none shares its library.
        let game = compile(&Catalog::builtin().resolve("losalamos").unwrap()).unwrap();
        let library = Library::of(&game).unwrap();
        let material = ["KRQvKR", "KRvKQ", "KRvK"].map(|text| Material::parse(&game, text).unwrap());
        library.set_gentle(true);
        let began = Instant::now();
        let wait_until = |is_so: fn(&Desk) -> bool| {
            while !is_so(&lock(&library.0.desk)) {
                assert!(began.elapsed() < Duration::from_secs(60));
                thread::sleep(LOOK);
            }
        };
        library.wish(&material[..2], 1 << 30, false);
        wait_until(|desk| desk.work == Job::Wanted);
        library.forget_wishes();
        wait_until(|desk| desk.work == Job::Nothing);
        assert!(material[..2].iter().all(|material| library.shelf().get(material).is_none()));
        // An order is still carried out.
        let shelf = library.wait(vec![material[2]], 1 << 30, &AtomicBool::new(false)).unwrap();
        library.forget_wishes();
        assert!(shelf.get(&material[2]).is_some());
        // Of an ending that does not fit only the small tables are made, though some larger ones would fit.
        let [own, large, small] =
            ["KRPvK", "KRNvK", "KPvK"].map(|text| Material::parse(&game, text).unwrap());
        library.wait(vec![own], 2 << 20, &AtomicBool::new(false)).unwrap();
        let made = |material| library.shelf().get(material).is_some();
        assert!(made(&small) && !made(&large) && !made(&own));
    }
}
