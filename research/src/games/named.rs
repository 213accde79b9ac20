//! Reads the board and the players from the file name of an old record.

/// Returns Black's and White's players: `log_anshil-solver1.0-2x2-0-f81267b4.txt`,
/// `games_rand_solver2_blackwin-602a4b25.txt`. `None` if the name does not contain two.
pub(super) fn players(file: &str) -> Option<[String; 2]> {
    let name = file.strip_suffix(".txt").unwrap_or(file);
    // The last part is a digest, not a name.
    let name = name.rsplit_once('-').map_or(name, |(name, _)| name);
    let (rest, between) = match (name.strip_prefix("log_"), name.strip_prefix("games_")) {
        (Some(rest), _) => (rest, '-'),
        (None, Some(rest)) => (rest, '_'),
        (None, None) => return None,
    };
    let mut parts = rest.split(between).map(without_board);
    let names = [parts.next()?, parts.next()?];
    let is_name = |name: &&str| name.starts_with(|c: char| c.is_ascii_alphabetic());
    names.iter().all(is_name).then(|| names.map(str::to_owned))
}

/// Returns the board's rows and columns.
pub(super) fn board(file: &str) -> Option<(u32, u32)> {
    file.match_indices('x').find_map(|(at, _)| {
        let digit = |c: Option<char>| c.and_then(|c| c.to_digit(10));
        Some((digit(file[..at].chars().next_back())?, digit(file[at + 1..].chars().next())?))
    })
}

/// `solver3x3` is the solver on 3×3.
fn without_board(part: &str) -> &str {
    match board(part) {
        Some(_) => &part[..part.len() - 3],
        None => part,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_tell_players_and_boards() {
        let two = |black: &str, white: &str| Some([black.to_owned(), white.to_owned()]);
        assert_eq!(players("log_anshil-solver1.0-2x2-0-f81267b4.txt"), two("anshil", "solver1.0"));
        assert_eq!(players("games_random_solver3x3_1-f850bb2b.txt"), two("random", "solver"));
        assert_eq!(players("games_pseudoRand_solver2-24074494.txt"), two("pseudoRand", "solver2"));
        assert_eq!(players("log_rand-anshil-395db0d8.txt"), two("rand", "anshil"));
        for untold in ["games_mevme-e848a818.txt", "games_2_1_black-9877a8f3.txt", "mine.txt"] {
            assert_eq!(players(untold), None, "{untold}");
        }
        assert_eq!(board("log_anshil-solver1.0-3x3-3-737e7b32.txt"), Some((3, 3)));
        assert_eq!(board("games_mevme-e848a818.txt"), None);
    }
}
